/** The words of a page as its reader sees them, each with what it is formatted as. */
import { type Read, visitAll } from './read-as-reader.ts';

export interface Word {
  readonly text: string;
  /** The names of the nodes around it. */
  readonly formats: readonly string[];
  /** The place where it stands in the text; undefined in an address that is a link by itself. */
  readonly from: number | undefined;
}

// Tags are no words, though they are shown.
const TAG = /<\/?[a-z][^<>]*>|<!--[^<]*?-->/gi;
const WORD = /[\p{L}\p{N}]+/gu;

/** @returns them in the order of the text */
export function readWords(root: Read): Word[] {
  const words: (Word & { readonly place: number })[] = [];
  visitAll(root, (node, around) => {
    if (node.type !== 'text' && node.type !== 'inlineCode') return;
    const isCode = node.type === 'inlineCode';
    const formats = [...around.map(({ type }) => type), ...(isCode ? [node.type] : [])];
    // After the sign of code.
    const start = node.from + (isCode ? 1 : 0);
    const last = around.at(-1);
    const isAddress = last?.type === 'link' && last.from === node.from;
    const value = isCode ? node.value : node.value.replaceAll(TAG, (tag) => ' '.repeat(tag.length));
    for (const { 0: text, index } of value.matchAll(WORD)) {
      const place = start + index;
      words.push({ text, formats, from: isAddress ? undefined : place, place });
    }
  });
  return words.sort((one, other) => one.place - other.place);
}
