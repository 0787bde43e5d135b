/** Cuts a long page between its outermost blocks, so that its beginning can be drawn before its end. */
import type { Tree } from '@lezer/common';
import { findToggles } from '../../../../../markdown/src/kinds/toggle/find-toggles.ts';

const PART = 20_000;

export interface Part {
  readonly markdown: string;
  /** Where it begins in the text. */
  readonly from: number;
  /** Blank lines between its last block and the next part. */
  readonly linesBelow: number;
}

/**
 * @param notes Markdown of the page's footnotes
 * @returns pieces of the text that are whole blocks; a short text is one piece
 */
export function splitIntoParts(text: string, tree: Tree, notes = ''): Part[] {
  if (text.length <= PART * 2) return [{ markdown: text, from: 0, linesBelow: 0 }];
  const parts: Omit<Part, 'linesBelow'>[] = [];
  const definitions = notes === '' ? [] : [`${notes}\n`];
  const toggles = findToggles(tree, (from, to) => text.slice(from, to));
  let start = 0;
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    if (node.name === 'LinkReference') definitions.push(text.slice(node.from, node.to));
    const { from } = node;
    const isInToggle = toggles.some(({ first, last }) => first.from < from && from <= last.from);
    // A line that a part begins with would begin front matter.
    if (from - start >= PART && !isInToggle && node.name !== 'HorizontalRule') {
      parts.push({ markdown: text.slice(start, from), from: start });
      start = from;
    }
  }
  parts.push({ markdown: text.slice(start), from: start });
  // A link may be named in one part and defined in another.
  const shared = definitions.length > 0 ? `\n\n${definitions.join('\n')}` : '';
  return parts.map(({ markdown, from }) => ({
    markdown: markdown + shared,
    from,
    linesBelow: Math.max(blankLinesAtEnd(markdown), 0),
  }));
}

function blankLinesAtEnd(markdown: string): number {
  return (/\s*$/.exec(markdown)?.[0].split('\n').length ?? 1) - 2;
}
