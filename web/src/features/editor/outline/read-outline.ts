/** The page's headings, in order. Only outermost ones: a heading in a quote is somebody else's. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import {
  blockNames,
  type OutermostBlock,
  outermostBlocks,
} from '../../../../../markdown/src/grammar/outermost-blocks.ts';
import { withFewAccents } from '../../../../../markdown/src/text/accents.ts';
import { plainText } from '../../../../../markdown/src/text/plain-text.ts';

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** The place where it begins in the page's text. */
  readonly from: number;
}

// Beyond it a heading is no name of a part.
const LONGEST_HEADING = 500;
export const HEADING = /^(?:ATX|Setext)Heading(\d)$/;
// The parser keeps the blocks that an edit does not touch.
const texts = new WeakMap<Tree, string>();
const outlines = new WeakMap<EditorState, Heading[]>();

/** Read once, however many lists of its headings a page shows. */
export function readOutline(state: EditorState): Heading[] {
  const known = outlines.get(state);
  if (known) return known;
  const outline = outlineOf(syntaxTree(state), (from, to) => state.sliceDoc(from, to));
  outlines.set(state, outline);
  return outline;
}

/** @param read the text between two places */
function outlineOf(tree: Tree, read: (from: number, to: number) => string): Heading[] {
  const headings: Heading[] = [];
  for (const name of blockNames(tree)) {
    const level = HEADING.exec(name)?.[1];
    if (level === undefined) continue;
    for (const found of outermostBlocks(tree, name))
      headings.push({ level: Number(level), text: textOf(found, read), from: found.from });
  }
  return headings.sort((one, other) => one.from - other.from);
}

/** By the block's own tree: from the page's, each would be looked for among all. */
function textOf({ block, from }: OutermostBlock, read: (from: number, to: number) => string): string {
  let text = texts.get(block);
  if (text === undefined) {
    text = headingText(block.topNode, (start, end) => read(from + start, from + end));
    texts.set(block, text);
  }
  return text;
}

interface Compared {
  readonly other: readonly Heading[];
  readonly isSame: boolean;
}
// All lists of a page's headings have the same ones.
const compared = new WeakMap<readonly Heading[], Compared>();

/** Wherever the headings are. */
export function isSameOutline(one: readonly Heading[], other: readonly Heading[]): boolean {
  if (one === other) return true;
  const known = compared.get(one);
  if (known?.other === other) return known.isSame;
  const isSame =
    one.length === other.length &&
    one.every(({ level, text }, index) => level === other[index]?.level && text === other[index].text);
  compared.set(one, { other, isSame });
  return isSame;
}

export function headingText(node: SyntaxNode, read: (from: number, to: number) => string): string {
  const marks = node.getChildren('HeaderMark');
  const opening = marks.find(({ from }) => from === node.from);
  const closing = marks.find(({ from }) => from > node.from);
  const from = opening?.to ?? node.from;
  const to = closing?.from ?? node.to;
  return withFewAccents(plainText(read(from, Math.min(to, from + LONGEST_HEADING))));
}
