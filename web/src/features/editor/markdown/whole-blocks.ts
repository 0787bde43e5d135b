/** Blocks whose lines are one whole: something else between two of them would take the block apart. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { NodeType, SyntaxNode } from '@lezer/common';
import { isWhole } from './block-groups.ts';

const CODE: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'FrontMatter']);

/** @returns the code, or the front matter, that has this position in one of its lines */
export function codeAround(state: EditorState, position: number): SyntaxNode | undefined {
  return around(state, position, ({ name }) => CODE.has(name));
}

/** @returns the block of any such kind that has this position in one of its lines */
export function wholeAround(state: EditorState, position: number): SyntaxNode | undefined {
  return around(state, position, isWhole);
}

function around(
  state: EditorState,
  position: number,
  isMeant: (type: NodeType) => boolean,
): SyntaxNode | undefined {
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side);
    for (; node; node = node.parent) {
      // Most of these do not count the space in front of their first line.
      if (isMeant(node.type) && position <= state.doc.lineAt(node.to).to) return node;
    }
  }
  return undefined;
}
