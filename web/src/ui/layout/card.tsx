/** A titled section of a settings screen. */
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export function Card({
  id,
  title,
  description,
  action,
  danger = false,
  children,
}: {
  /** For links to it. */
  readonly id?: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly danger?: boolean;
  readonly children?: ReactNode;
}) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={classNames(
        'scroll-mt-4 rounded-xl border bg-raised',
        danger ? 'border-danger/40' : 'border-line',
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 last:pb-4 sm:px-5">
        <div className="min-w-0">
          <h2 id={titleId} className={classNames('text-base font-semibold', danger && 'text-danger')}>
            {title}
          </h2>
          {description !== undefined && <p className="mt-0.5 text-pretty text-ink-muted">{description}</p>}
        </div>
        {action}
      </header>
      {children && <div className="px-4 pb-4 sm:px-5 sm:pb-5">{children}</div>}
    </section>
  );
}
