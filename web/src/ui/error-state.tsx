/** What stands where something could not be shown: what happened, and what can be done about it. Announced. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export function ErrorState({
  title,
  children,
  action,
  isScreen = false,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** The whole screen failed: the title is its heading, and the window's. */
  readonly isScreen?: boolean;
}) {
  if (!isScreen)
    return (
      <div role="alert" className="flex flex-col items-start gap-3 p-4">
        <div className="flex gap-2.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          <div className="min-w-0 break-words">
            <p className="font-medium">{title}</p>
            <div className="text-ink-muted">{children}</div>
          </div>
        </div>
        {action}
      </div>
    );
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 pt-[16vh] pb-12 text-center"
    >
      <title>{`${title} · Trellis`}</title>
      <span className="mb-1 flex size-11 items-center justify-center rounded-full bg-hover text-ink-muted">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="max-w-full text-balance break-words text-ink-muted">{children}</div>
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
