/** The facts shown beside the page's text: its headings and the number of words. Worked out anew while somebody writes, but not for each letter. */
import { forceParsing, syntaxTreeAvailable } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { useEffect, useState } from 'react';
import type { EditorChanges } from '../components/editor-changes.ts';
import { countWords } from '../markdown/count-words.ts';
import { type Heading, readOutline } from './read-outline.ts';

export interface PageFacts {
  readonly headings: readonly Heading[];
  readonly words: number;
}

const INTERVAL_MS = 400;
// In pieces that nobody notices.
const PARSE_MS = 25;

export function usePageFacts(view: EditorView | undefined, changes: EditorChanges): PageFacts | undefined {
  const [facts, setFacts] = useState<PageFacts>();
  useEffect(() => {
    if (!view) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { doc } = view.state;
      if (!syntaxTreeAvailable(view.state, doc.length) && !forceParsing(view, doc.length, PARSE_MS)) {
        timer = setTimeout(look, PARSE_MS);
        return;
      }
      timer = undefined;
      setFacts({ headings: readOutline(view.state), words: countWords(doc.toString()) });
    };
    const unsubscribe = changes.subscribe((update) => {
      if (update.docChanged) timer ??= setTimeout(look, INTERVAL_MS);
    });
    timer = setTimeout(look);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [view, changes]);
  return facts;
}
