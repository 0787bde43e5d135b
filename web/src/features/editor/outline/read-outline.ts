/** The page's headings, in order. Only outermost ones: a heading in a quote is somebody else's. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import { visitOutermostBlocks } from '../markdown/outermost-blocks.ts';
import { plainText } from '../markdown/plain-text.ts';

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Where it begins in the page's text. */
  readonly from: number;
}

const HEADING = /^(?:ATX|Setext)Heading(\d)$/;
// The parser keeps the blocks that an edit does not touch.
const texts = new WeakMap<Tree, string>();

export function readOutline(state: EditorState): Heading[] {
  const tree = syntaxTree(state);
  const headings: Heading[] = [];
  visitOutermostBlocks(tree, (block, from) => {
    const level = HEADING.exec(block.type.name)?.[1];
    if (level === undefined) return;
    let text = texts.get(block);
    if (text === undefined) {
      const node = tree.topNode.childAfter(from);
      text = node ? headingText(state, node) : '';
      texts.set(block, text);
    }
    headings.push({ level: Number(level), text, from });
  });
  return headings;
}

/** Wherever the headings are. */
export function isSameOutline(one: readonly Heading[], other: readonly Heading[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ level, text }, index) => level === other[index]?.level && text === other[index].text)
  );
}

function headingText(state: EditorState, node: SyntaxNode): string {
  const marks = node.getChildren('HeaderMark');
  const opening = marks.find(({ from }) => from === node.from);
  const closing = marks.find(({ from }) => from > node.from);
  return plainText(state.sliceDoc(opening?.to ?? node.from, closing?.from ?? node.to));
}
