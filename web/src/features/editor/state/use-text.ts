/** One of a page's texts as a value for an input, following edits from wherever they come. */
import { useCallback, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { replaceText } from './page-document.ts';

export function useText(text: Y.Text): [value: string, change: (value: string) => void] {
  const subscribe = useCallback(
    (listener: () => void) => {
      text.observe(listener);
      return () => text.unobserve(listener);
    },
    [text],
  );
  const value = useSyncExternalStore(subscribe, () => text.toString());
  const change = (next: string) => text.doc?.transact(() => replaceText(text, next));
  return [value, change];
}
