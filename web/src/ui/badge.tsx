/** A word or two about the thing they stand beside. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Badge({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'rounded-full bg-hover px-2 py-0.5 text-xs font-medium text-ink-muted',
        className,
      )}
    >
      {children}
    </span>
  );
}
