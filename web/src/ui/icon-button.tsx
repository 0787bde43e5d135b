/** A button that shows only an icon; its label is read aloud, and shown as a tooltip. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { WithTooltip } from './tooltip.tsx';

export function IconButton({
  label,
  children,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <WithTooltip text={label}>
      <button
        type="button"
        aria-label={label}
        className={classNames(
          'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors hover:bg-hover hover:text-ink active:bg-selected disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4',
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </WithTooltip>
  );
}
