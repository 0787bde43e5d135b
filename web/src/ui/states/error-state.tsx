/** Stands where something could not be shown, and says what happened and what can be done about it. Announced. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestIdOf } from '../../lib/errors/app-error.ts';
import { RequestId } from '../request-id.tsx';
import { ScreenState } from './screen-state.tsx';

export function ErrorState({
  title,
  failure,
  children,
  action,
  isScreen = false,
}: {
  readonly title: string;
  /** The error that it tells of: an unexpected one has a request to ask about. */
  readonly failure?: unknown;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** The whole screen failed: the title is its heading, and the window's. */
  readonly isScreen?: boolean;
}) {
  const requestId = requestIdOf(failure);
  if (isScreen)
    return (
      <ScreenState icon={CircleAlert} role="alert" title={title} action={action}>
        {children}
        <span className="flex justify-center">
          <RequestId id={requestId} />
        </span>
      </ScreenState>
    );
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-xl border border-line p-4">
      <div className="flex gap-2.5">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <div className="min-w-0 break-words">
          <p className="font-medium">{title}</p>
          <div className="text-ink-muted">{children}</div>
          <RequestId id={requestId} />
        </div>
      </div>
      {action}
    </div>
  );
}
