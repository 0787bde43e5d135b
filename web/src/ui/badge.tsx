/** A word or two about the state of the thing beside it. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const KINDS = {
  neutral: 'bg-hover text-ink-muted',
  accent: 'bg-accent-soft text-accent',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

export function Badge({
  kind = 'neutral',
  className,
  children,
}: {
  readonly kind?: keyof typeof KINDS;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap forced-colors:border',
        KINDS[kind],
        className,
      )}
    >
      {children}
    </span>
  );
}
