/** A button that shows only an icon; its label is read aloud, and shown as a tooltip. */
import type { ComponentProps, ReactNode } from 'react';
import { ICON_BUTTON_CLASSES } from './button.tsx';
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
        className={classNames(ICON_BUTTON_CLASSES, className)}
        {...rest}
      >
        {children}
      </button>
    </WithTooltip>
  );
}
