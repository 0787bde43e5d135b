/** A boxed message inside a screen: an error that is announced, a warning, or good news. */
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestIdOf } from '../lib/errors/app-error.ts';
import { classNames } from './class-names.ts';
import { RequestId } from './request-id.tsx';

const KINDS = {
  error: { icon: CircleAlert, classes: 'bg-danger-soft text-danger', role: 'alert' },
  warning: { icon: TriangleAlert, classes: 'bg-warning-soft text-warning', role: 'status' },
  success: { icon: CircleCheck, classes: 'bg-accent-soft text-accent', role: 'status' },
} as const;

export function Notice({
  kind,
  title,
  failure,
  children,
}: {
  readonly kind: keyof typeof KINDS;
  readonly title?: string;
  /** The error that it tells of: an unexpected one has a request to ask about. */
  readonly failure?: unknown;
  readonly children: ReactNode;
}) {
  const { icon: Icon, classes, role } = KINDS[kind];
  return (
    <div
      role={role}
      className={classNames('flex gap-2.5 rounded-md p-3 text-sm forced-colors:border', classes)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div className="space-y-2 text-ink">{children}</div>
        <RequestId id={requestIdOf(failure)} />
      </div>
    </div>
  );
}
