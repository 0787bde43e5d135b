/** A row of buttons that is one stop for the Tab key; arrows go from button to button. */
import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
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
          // The text that the button works on keeps the focus; the keyboard reaches the button all the same.
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

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
