/** A screen that has one thing to say: it failed, it is under way, it is done. Announced when it appears. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function ScreenState({
  icon: Icon,
  title,
  role = 'status',
  children,
  action,
}: {
  readonly icon: LucideIcon;
  /** The screen's heading, and the window's title. */
  readonly title: string;
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div
      role={role}
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 pt-[16vh] pb-12 text-center"
    >
      <title>{`${title} · Trellis`}</title>
      <span className="mb-1 flex size-11 items-center justify-center rounded-full bg-hover text-ink-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="max-w-full text-balance break-words text-ink-muted">{children}</div>
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
