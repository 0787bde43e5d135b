/** How many words the page has, below its text. */
import type { EditorView } from '@codemirror/view';
import type { EditorChanges } from '../components/editor-changes.ts';
import { countWordsOf } from '../markdown/count-words.ts';
import { usePageFact } from './use-page-fact.ts';

interface WordCountProps {
  readonly view: EditorView | undefined;
  readonly changes: EditorChanges;
}

export function WordCount({ view, changes }: WordCountProps) {
  const words = usePageFact(view, changes, count);
  if (words === undefined) return null;
  return <span>{words === 1 ? '1 word' : `${words.toLocaleString()} words`}</span>;
}

const count = ({ state }: EditorView) => countWordsOf(state.doc);
