/** The page's headings beside it, where there is room. */
import { forceParsing, syntaxTreeAvailable } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { classNames } from '../../../ui/class-names.ts';
import type { EditorChanges } from '../view/editor-changes.ts';
import { type Heading, isSameOutline, readOutline } from './read-outline.ts';
import { usePageFact } from './use-page-fact.ts';

const FEWEST = 2;
// More are no outline that anybody reads, and drawing them would hold up the page.
const MOST = 1000;
const INDENTS = ['', 'ps-3', 'ps-6'];
// In pieces that nobody notices.
const PARSE_MS = 25;

export interface OutlineProps {
  readonly view: EditorView | undefined;
  readonly changes: EditorChanges;
  /** @param index among all headings of the page */
  readonly onSelect: (index: number) => void;
}

export function Outline({ view, changes, onSelect }: OutlineProps) {
  const outline = useOutline(view, changes);
  if (!outline) return null;
  return (
    <nav aria-label="Outline" className="page-outline">
      <p className="px-2 pb-1 text-xs font-medium text-ink-muted">On this page</p>
      <ul>
        {outline.headings.map((heading, index) => (
          <li key={heading.from} className={outline.indentOf(heading)}>
            <button
              type="button"
              dir="auto"
              title={heading.text}
              onClick={() => onSelect(index)}
              className={classNames(
                'block w-full truncate rounded-md px-2 py-1 text-start text-[0.8125rem] transition-colors hover:bg-hover hover:text-ink',
                outline.indentOf(heading) === '' ? 'text-ink' : 'text-ink-muted',
              )}
            >
              {heading.text || 'Heading'}
            </button>
          </li>
        ))}
        {outline.left > 0 && (
          <li className="px-2 py-1 text-xs text-ink-muted">{`${outline.left} more headings`}</li>
        )}
      </ul>
    </nav>
  );
}

/** @returns undefined where there are too few headings for an outline */
export function useOutline(view: EditorView | undefined, changes: EditorChanges) {
  const headings = usePageFact(view, changes, look);
  if (!headings || headings.length < FEWEST) return undefined;
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6);
  const indentOf = ({ level }: Heading) => INDENTS[Math.min(level - top, INDENTS.length - 1)] ?? '';
  return { headings: headings.slice(0, MOST), left: Math.max(headings.length - MOST, 0), indentOf };
}

function look(view: EditorView, before: readonly Heading[] | undefined): readonly Heading[] | undefined {
  const { length } = view.state.doc;
  if (!syntaxTreeAvailable(view.state, length) && !forceParsing(view, length, PARSE_MS)) return undefined;
  const headings = readOutline(view.state);
  return before && isSameOutline(before, headings) ? before : headings;
}
