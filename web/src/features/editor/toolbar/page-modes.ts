/** How a page is shown: while it is written, as its plain source, or to be read. A device remembers the last choice. */
import { useState } from 'react';
import { useStoredValue } from '../../../lib/browser/storage/stored-value.ts';

const PAGE_MODES = ['live', 'source', 'reading'] as const;
export type PageMode = (typeof PAGE_MODES)[number];

function isPageMode(value: unknown): value is PageMode {
  return PAGE_MODES.some((mode) => mode === value);
}

/** @param startsWriting the maker of a new page does not want to read it */
export function usePageMode(startsWriting: boolean): [PageMode, (mode: PageMode) => void] {
  const [stored, store] = useStoredValue<PageMode>('trellis-editor-mode', 'live', isPageMode);
  const [mode, setMode] = useState(startsWriting && stored === 'reading' ? 'live' : stored);
  const choose = (next: PageMode) => {
    setMode(next);
    store(next);
  };
  return [mode, choose];
}
