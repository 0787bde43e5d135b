/** A button that shows only an icon; its label is read aloud and shown by the browser. */
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

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
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
