/** A file that stands alone in its paragraph: as itself, `![…](/files/…)`, or as a card, `[…](/files/…)`. */
import { readFileAddress } from '../../files/file-address.ts';

export interface FileBlock {
  readonly address: string;
  /** As the Markdown has them. */
  readonly words: string;
  readonly as: 'itself' | 'card';
}

const ALONE = /^(!?)\[((?:\\.|[^[\]\\])*)\]\(([^\s()<>]+)\)$/s;

// Without a window, as where a corpus is read, addresses have no origin before them.
const ORIGIN = globalThis.location?.origin;

/** @param paragraph its text */
export function fileBlock(paragraph: string): FileBlock | undefined {
  const [, mark, words = '', address = ''] = ALONE.exec(paragraph.trim()) ?? [];
  if (mark === undefined || !readFileAddress(address, ORIGIN)) return undefined;
  return { address, words, as: mark === '!' ? 'itself' : 'card' };
}
