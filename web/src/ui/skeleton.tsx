/** Grey stand-ins for what is on its way, so that nothing jumps when it comes. */
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-pulse-soft rounded-md bg-hover', className)} />
  );
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2'];

export function SkeletonRows({ rows, label }: { readonly rows: number; readonly label: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => WIDTHS[row % WIDTHS.length]).map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <Skeleton key={row} className={classNames('h-4', width)} />
      ))}
    </div>
  );
}
