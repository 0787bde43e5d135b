/** The page's headings, in order. Only outermost ones: a heading in a quote is somebody else's. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { plainText } from '../markdown/plain-text.ts';

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Where it begins in the page's text. */
  readonly from: number;
}

const HEADING = /^(?:ATX|Setext)Heading(\d)$/;

export function readOutline(state: EditorState): Heading[] {
  const headings: Heading[] = [];
  syntaxTree(state).iterate({
    enter: (node) => {
      if (node.name === 'Document') return true;
      const level = HEADING.exec(node.name)?.[1];
      if (level !== undefined)
        headings.push({ level: Number(level), text: headingText(state, node.node), from: node.from });
      return false;
    },
  });
  return headings;
}

function headingText(state: EditorState, node: SyntaxNode): string {
  const marks = node.getChildren('HeaderMark');
  const opening = marks.find(({ from }) => from === node.from);
  const closing = marks.find(({ from }) => from > node.from);
  return plainText(state.sliceDoc(opening?.to ?? node.from, closing?.from ?? node.to));
}
