/** A row of buttons that is one stop for the Tab key; arrows go from button to button. */
import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar';
import type { ComponentProps, ReactNode } from 'react';
import { keepFocus } from '../lib/focus/keep-focus.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

export function Toolbar({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <BaseToolbar.Root aria-label={label} className={classNames('flex items-center gap-0.5', className)}>
      {children}
    </BaseToolbar.Root>
  );
}

/** @param pressed whether what the button switches is on; left out for one that only does something */
export function ToolbarButton({
  pressed,
  className,
  ...rest
}: ComponentProps<typeof IconButton> & { readonly pressed?: boolean }) {
  return (
    <BaseToolbar.Button
      render={
        <IconButton
          aria-pressed={pressed}
          className={classNames('aria-pressed:bg-selected aria-pressed:text-ink', className)}
          onMouseDown={keepFocus}
          {...rest}
        />
      }
    />
  );
}

export function ToolbarSeparator() {
  return <BaseToolbar.Separator className="mx-1 h-5 w-px shrink-0 bg-line" />;
}
