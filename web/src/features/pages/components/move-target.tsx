/** One place to move a page to. */

interface MoveTargetProps {
  readonly name: string;
  /** The names above it, from the root down. */
  readonly path?: readonly string[];
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

export function MoveTarget({ name, path = [], isChosen, onChoose }: MoveTargetProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="move-target"
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0">
        <span className="block truncate">{name}</span>
        {path.length > 0 && (
          <span className="block truncate text-[0.8125rem] text-ink-muted">{path.join(' / ')}</span>
        )}
      </span>
    </label>
  );
}
