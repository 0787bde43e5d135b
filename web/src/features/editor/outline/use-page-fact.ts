/**
 * Something about the page's text that stands beside it. Worked out again while somebody writes, but not for each
 * letter.
 */
import type { EditorView } from '@codemirror/view';
import { useEffect, useState } from 'react';
import type { EditorChanges } from '../view/editor-changes.ts';

const INTERVAL_MS = 400;
const NOT_YET_MS = 25;

/**
 * @param look the same function each time. It answers undefined for "not yet", and what it answered before where that
 * is still right: then nothing is drawn again, which takes longer than a key may.
 */
export function usePageFact<Fact>(
  view: EditorView | undefined,
  changes: EditorChanges,
  look: (view: EditorView, before: Fact | undefined) => Fact | undefined,
): Fact | undefined {
  const [fact, setFact] = useState<Fact>();
  useEffect(() => {
    if (!view) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before: Fact | undefined;
    const lookAgain = () => {
      const found = look(view, before);
      timer = found === undefined ? setTimeout(lookAgain, NOT_YET_MS) : undefined;
      if (found === undefined) return;
      before = found;
      setFact(() => found);
    };
    const unsubscribe = changes.subscribe((update) => {
      if (update.docChanged) timer ??= setTimeout(lookAgain, INTERVAL_MS);
    });
    timer = setTimeout(lookAgain);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [view, changes, look]);
  return fact;
}
