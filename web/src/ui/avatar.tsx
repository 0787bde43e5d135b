/** A person's or workspace's initial. Decoration: the name stands beside it. */
import { classNames } from './class-names.ts';

export function Avatar({
  name,
  className = 'size-7 text-xs',
}: {
  readonly name: string;
  readonly className?: string;
}) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?';
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent forced-colors:border',
        className,
      )}
    >
      {initial}
    </span>
  );
}
