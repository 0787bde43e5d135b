/** A file that stands alone in its paragraph: as itself, `![…](/files/…)`, or as a card, `[…](/files/…)`. */

export interface FoundFile {
  readonly address: string;
  /** As the Markdown has them. */
  readonly words: string;
  readonly as: 'itself' | 'card';
}

const ALONE = /^(!?)\[((?:\\.|[^[\]\\])*)\]\(([^\s()<>]+)\)$/s;
const FILE = /^[^?#]*\/files\/[\da-f-]{36}\/[^/?#]+$/i;

/** @returns what may be a file of this app: where that is, the text does not say */
export function fileIn(paragraph: string): FoundFile | undefined {
  const file = linkAlone(paragraph);
  return file && FILE.test(file.address) ? file : undefined;
}

/** @param paragraph its text. @returns a link or a picture that is all of it */
export function linkAlone(paragraph: string): FoundFile | undefined {
  const [, mark, words = '', address = ''] = ALONE.exec(paragraph.trim()) ?? [];
  return mark === undefined ? undefined : { address, words, as: mark === '!' ? 'itself' : 'card' };
}
