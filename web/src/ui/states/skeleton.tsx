/** Grey stand-ins for what is on its way, so that nothing jumps when it comes. */
import { classNames } from '../class-names.ts';

export function Skeleton({
  isRound = false,
  className,
}: {
  readonly isRound?: boolean;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden
      className={classNames(
        'block animate-pulse-soft bg-line',
        isRound ? 'rounded-full' : 'rounded-md',
        className,
      )}
    />
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

interface SkeletonEntryProps {
  readonly label: string;
  /** The size of the mark or picture before the words. */
  readonly mark: string;
  /** The entry's height. */
  readonly className: string;
}

/** The first entry of a list whose entries have a mark and two lines. */
export function SkeletonEntry({ label, mark, className }: SkeletonEntryProps) {
  return (
    <div role="status" className={classNames('flex items-center gap-3 py-2', className)}>
      <span className="sr-only">{label}</span>
      <Skeleton isRound className={mark} />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    </div>
  );
}
