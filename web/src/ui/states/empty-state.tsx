/** Stands where nothing is yet: one sentence, and the way to the first one. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function EmptyState({
  icon: Icon,
  text,
  action,
}: {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed border-line-strong/60 px-4 py-8 text-center text-ink-muted">
      <Icon aria-hidden className="size-5" />
      <p className="text-balance">{text}</p>
      {action}
    </div>
  );
}
