/** How many words the page has, and how long it takes to read them, beside its byline. */
import type { EditorView } from '@codemirror/view';
import { countWordsOf } from '../markdown/count-words.ts';
import type { EditorChanges } from '../view/editor-changes.ts';
import { usePageFact } from './use-page-fact.ts';

interface WordCountProps {
  readonly view: EditorView | undefined;
  readonly changes: EditorChanges;
}

// As most people read a text on a screen.
const WORDS_A_MINUTE = 220;

export function WordCount({ view, changes }: WordCountProps) {
  const words = usePageFact(view, changes, count);
  if (!words) return null;
  return (
    <span className="shrink-0">
      {words === 1 ? '1 word' : `${words.toLocaleString('en')} words`}
      <span className="max-sm:hidden"> · {readingTime(words)}</span>
    </span>
  );
}

const count = ({ state }: EditorView) => countWordsOf(state.doc);

function readingTime(words: number): string {
  return `${Math.max(1, Math.round(words / WORDS_A_MINUTE)).toLocaleString('en')} min read`;
}
