/** A text with letters from right to left is not shown before it is known which way its lines and tables go. */
import type { Extension } from '@codemirror/state';
import { useEffect, useState } from 'react';
import { hasRightToLeft } from '../../../../../../markdown/src/text/right-to-left.ts';
import { atMost } from '../../../../lib/browser/time/pause.ts';

// A connection that stands still keeps nobody from words that are on the device.
const LONGEST_MS = 2000;

let known: Extension | undefined;

export const knownDirections = (): Extension => known ?? [];

/** @param read answers the text that is shown first @returns false while it is to be waited for */
export function useKnownDirections(read: () => string): boolean {
  const [isKnown, setKnown] = useState(() => known !== undefined || !hasRightToLeft(read()));
  useEffect(() => {
    if (!isKnown) void atMost(load(), LONGEST_MS).then(() => setKnown(true));
  }, [isKnown]);
  return isKnown;
}

async function load(): Promise<void> {
  try {
    known = (await import('../../writing-aids/directions/first-directions.ts')).firstDirections;
  } catch {
    // A text that goes the wrong way can be read, too.
  }
}
