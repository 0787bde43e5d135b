/** The page's headings beside it, where there is room. */
import { forceParsing, syntaxTreeAvailable } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { classNames } from '../../../ui/class-names.ts';
import type { EditorChanges } from '../components/editor-changes.ts';
import { type Heading, isSameOutline, readOutline } from './read-outline.ts';
import { usePageFact } from './use-page-fact.ts';

const FEWEST = 2;
const INDENTS = ['', 'ps-3', 'ps-6'];
// In pieces that nobody notices.
const PARSE_MS = 25;

interface OutlineProps {
  readonly view: EditorView | undefined;
  readonly changes: EditorChanges;
  /** @param index among all headings of the page */
  readonly onSelect: (index: number) => void;
}

export function Outline({ view, changes, onSelect }: OutlineProps) {
  const headings = usePageFact(view, changes, look);
  if (!headings || headings.length < FEWEST) return null;
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
              onClick={() => onSelect(index)}
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

function look(view: EditorView, before: readonly Heading[] | undefined): readonly Heading[] | undefined {
  const { length } = view.state.doc;
  if (!syntaxTreeAvailable(view.state, length) && !forceParsing(view, length, PARSE_MS)) return undefined;
  const headings = readOutline(view.state);
  return before && isSameOutline(before, headings) ? before : headings;
}
