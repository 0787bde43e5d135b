/** Cuts a long page between its outermost blocks, so that its beginning can be drawn before its end. */
import type { Tree } from '@lezer/common';

const PART = 20_000;

/** @returns pieces of the text that are whole blocks; a short text is one piece */
export function splitIntoParts(text: string, tree: Tree): string[] {
  if (text.length <= PART * 2) return [text];
  const parts: string[] = [];
  const definitions: string[] = [];
  let start = 0;
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    if (node.name === 'LinkReference') definitions.push(text.slice(node.from, node.to));
    if (node.from - start >= PART) {
      parts.push(text.slice(start, node.from));
      start = node.from;
    }
  }
  parts.push(text.slice(start));
  // A link may be named in one part and defined in another.
  const shared = definitions.length > 0 ? `\n\n${definitions.join('\n')}` : '';
  return parts.map((part) => part + shared);
}
