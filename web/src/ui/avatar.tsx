/**
 * A person's picture in a circle, or a workspace's in a square; their initial until it is there, and where there is none.
 * Decoration: the name stands beside it.
 */
import { classNames } from './class-names.ts';

export function Avatar({
  name,
  picture,
  of = 'person',
  className = 'size-7 text-xs',
}: {
  readonly name: string;
  /** An address. */
  readonly picture?: string | undefined;
  readonly of?: 'person' | 'workspace';
  readonly className?: string;
}) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?';
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden bg-accent-soft font-semibold text-accent forced-colors:border *:col-start-1 *:row-start-1',
        of === 'person' ? 'rounded-full' : 'rounded-[25%]',
        className,
      )}
    >
      <span>{initial}</span>
      {/* Without a text of its own, one that does not load is not drawn: the initial stays. */}
      {picture !== undefined && (
        <img
          key={picture}
          src={picture}
          alt=""
          draggable={false}
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
