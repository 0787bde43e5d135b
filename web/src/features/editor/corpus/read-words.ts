/** The words of a page as its reader sees them, each with what it is formatted as. */
import type { Nodes, Root } from 'mdast';

export interface Word {
  readonly text: string;
  /** The names of the nodes around it, as the reading view calls them. */
  readonly formats: readonly string[];
  /** Where it stands in the text; undefined in an address that is a link by itself. */
  readonly from: number | undefined;
}

const WORD = /[\p{L}\p{N}]+/gu;

export function readWords(root: Root): Word[] {
  const words: Word[] = [];
  const visit = (node: Nodes, formats: readonly string[]) => {
    const name = String(node.data?.hName ?? node.type);
    if (node.type === 'text' || (node.type === 'inlineCode' && name === 'inlineCode')) {
      const own = node.type === 'text' ? formats : [...formats, name];
      const start = node.position?.start.offset;
      // Behind the sign of code.
      const offset = node.type === 'text' ? 0 : 1;
      for (const { 0: text, index } of node.value.matchAll(WORD))
        words.push({ text, formats: own, from: start === undefined ? undefined : start + offset + index });
    }
    if ('children' in node) for (const child of node.children) visit(child, [...formats, name]);
  };
  visit(root, []);
  return words;
}
