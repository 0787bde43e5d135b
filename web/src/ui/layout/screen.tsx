/** A screen in the shell: its title, its width, its parts below each other. */
import type { ReactNode } from 'react';

export function Screen({
  title,
  description,
  action,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-8 sm:py-10">
      <title dir="auto">{`${title} · Trellis`}</title>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {description !== undefined && <p className="mt-1 text-pretty text-ink-muted">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
