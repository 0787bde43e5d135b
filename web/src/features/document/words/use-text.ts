/** Gives a text of a page as a value for an input, following edits from wherever they come. */
import { useCallback, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { readShownText, recordTextOf } from '../moves/arrangement/moved-text.ts';
import { replaceText } from './page-document.ts';

export function useText(text: Y.Text): [value: string, change: (value: string) => void] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const texts = [text, recordTextOf(text)];
      for (const one of texts) one?.observe(listener);
      return () => {
        for (const one of texts) one?.unobserve(listener);
      };
    },
    [text],
  );
  const value = useSyncExternalStore(subscribe, () => readShownText(text));
  const change = (next: string) => text.doc?.transact(() => replaceText(text, next));
  return [value, change];
}
