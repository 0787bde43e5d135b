/** How far something is; without a value, that it is under way. The bar says what the number says, at every moment. */
import { Progress as BaseProgress } from '@base-ui/react/progress';

export function Progress({
  label,
  value,
  note,
}: {
  readonly label: string;
  /** Per cent; null while nobody knows how much is left. */
  readonly value: number | null;
  /** A line below, of what takes longest. */
  readonly note?: string | undefined;
}) {
  return (
    <BaseProgress.Root value={value} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
      <BaseProgress.Label className="min-w-0 truncate font-medium">{label}</BaseProgress.Label>
      {value !== null && <BaseProgress.Value className="text-ink-muted tabular-nums" />}
      <BaseProgress.Track className="col-span-2 h-1.5 overflow-hidden rounded-full bg-selected forced-colors:border">
        <BaseProgress.Indicator className="h-full rounded-full bg-accent data-indeterminate:w-full data-indeterminate:animate-pulse-soft forced-colors:bg-[Highlight]" />
      </BaseProgress.Track>
      {note !== undefined && (
        <span className="col-span-2 truncate text-[0.8125rem] text-ink-muted tabular-nums">{note}</span>
      )}
    </BaseProgress.Root>
  );
}
