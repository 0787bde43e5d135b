/** The page's headings beside it, where there is room. */
import { classNames } from '../../../ui/class-names.ts';
import type { Heading } from './read-outline.ts';

const FEWEST = 2;
const INDENTS = ['', 'ps-3', 'ps-6'];

interface OutlineProps {
  readonly headings: readonly Heading[];
  readonly onSelect: (heading: Heading, index: number) => void;
}

export function Outline({ headings, onSelect }: OutlineProps) {
  if (headings.length < FEWEST) return null;
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav aria-label="Outline" className="page-outline">
      <p className="px-2 pb-1 text-xs font-medium text-ink-muted">On this page</p>
      <ul>
        {headings.map((heading, index) => (
          <li key={heading.from} className={INDENTS[Math.min(heading.level - top, INDENTS.length - 1)]}>
            <button
              type="button"
              title={heading.text}
              onClick={() => onSelect(heading, index)}
              className={classNames(
                'block w-full truncate rounded-md px-2 py-1 text-start text-[0.8125rem] transition-colors hover:bg-hover hover:text-ink',
                heading.level === top ? 'text-ink' : 'text-ink-muted',
              )}
            >
              {heading.text || 'Heading'}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
