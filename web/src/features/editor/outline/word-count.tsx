/** How many words the page has, and how long it takes to read them, beside its byline. */
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { type FoundInBlocks, findInBlocks } from '../../../../../markdown/src/grammar/outermost-blocks.ts';
import { UNREAD_BLOCKS } from '../../../../../markdown/src/text/unread.generated.ts';
import { countWords, countWordsOf } from '../markdown/count-words.ts';
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

const unread: FoundInBlocks<number> = new WeakMap();

/** Readers do not see all of it. */
function count({ state }: EditorView): number {
  const hidden = findInBlocks(syntaxTree(state), UNREAD_BLOCKS, unread, ({ length }, from) =>
    countWords(state.sliceDoc(from, from + length)),
  );
  return hidden.reduce((words, { fact }) => words - fact, countWordsOf(state.doc));
}

function readingTime(words: number): string {
  return `${Math.max(1, Math.round(words / WORDS_A_MINUTE)).toLocaleString('en')} min read`;
}
