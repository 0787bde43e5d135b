/** A person's initial in a circle, or a workspace's in a square. Decoration: the name stands beside it. */
import { classNames } from './class-names.ts';

export function Avatar({
  name,
  of = 'person',
  className = 'size-7 text-xs',
}: {
  readonly name: string;
  readonly of?: 'person' | 'workspace';
  readonly className?: string;
}) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?';
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center bg-accent-soft font-semibold text-accent forced-colors:border',
        of === 'person' ? 'rounded-full' : 'rounded-[25%]',
        className,
      )}
    >
      {initial}
    </span>
  );
}
