/** Whether the caret is in code or front matter, where text is pasted and typed as it is. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

const CODE: ReadonlySet<string> = new Set([
  'FencedCode',
  'CodeBlock',
  'InlineCode',
  'FrontMatter',
  'CodeText',
]);

/** @param position that of the caret, unless it is given */
export function isInCode(state: EditorState, position = state.selection.main.head): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  for (; node; node = node.parent) if (CODE.has(node.name)) return true;
  return false;
}
