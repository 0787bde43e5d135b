/** The fences of code blocks: written in pairs, with the caret between them, and taken away in pairs. */
import { ensureSyntaxTree } from '@codemirror/language';
import { type ChangeSpec, EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import { enclosing } from './inline-formats.ts';

// Looking through a megabyte takes longer than Enter may.
const PARSE_MS = 50;

/** Enter after a fence that nothing ends writes the other one, so that what follows on the page stays what it is. */
export const closeFence: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (state.readOnly || ranges.length > 1 || !main.empty || main.head !== line.to) return false;
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  const block = tree && blockAt(tree, main.head);
  const mark = block?.firstChild;
  if (!block || !mark || mark.from < line.from || isEnded(state, tree, block)) return false;
  // A list's mark stands before its first line only, a quote's before each.
  const prefix = state.sliceDoc(line.from, mark.from).replaceAll(/[^>\s]/g, ' ');
  const inside = `${state.lineBreak}${prefix}`;
  const insert = `${inside}${inside}${state.sliceDoc(mark.from, mark.to)}`;
  dispatch(
    state.update({
      changes: { from: line.to, insert },
      selection: EditorSelection.cursor(line.to + inside.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

function blockAt(tree: Tree, position: number): SyntaxNode | undefined {
  let node: SyntaxNode | null = tree.resolveInner(position, -1);
  while (node && node.name !== 'FencedCode') node = node.parent;
  return node ?? undefined;
}

/**
 * A fence above others takes the first of them for its end, or swallows the one that names a language. Either way the
 * last one on the page is left over.
 */
function isEnded(state: EditorState, tree: Tree, block: SyntaxNode): boolean {
  const inside = state.sliceDoc(state.doc.lineAt(block.from).to, block.to);
  if (hasNoEnd(block) || /^[\s>]*(?:`{3,}|~{3,})[^`~\s]/m.test(inside)) return false;
  let areAllEnded = true;
  tree.iterate({
    from: block.to,
    enter: ({ name, node }) => {
      if (name === 'FencedCode' && hasNoEnd(node)) areAllEnded = false;
      return name !== 'FencedCode';
    },
  });
  return areAllEnded;
}

function hasNoEnd(block: SyntaxNode): boolean {
  return block.getChildren('CodeMark').length < 2;
}

/** Takes away both fences of the block around the selection. */
export const removeFence: StateCommand = ({ state, dispatch }) => {
  const block = enclosing(state, state.selection.main, 'FencedCode');
  const [opening, closing] = block?.getChildren('CodeMark') ?? [];
  if (state.readOnly || !opening) return false;
  const changes = state.changes([
    openingLine(state, opening),
    ...(closing ? [closingLine(state, closing)] : []),
  ]);
  dispatch(
    state.update({
      changes,
      selection: state.selection.map(changes),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
};

function openingLine(state: EditorState, { from }: SyntaxNode): ChangeSpec {
  const line = state.doc.lineAt(from);
  // The mark of a list's item stays.
  const hasItem = /[^>\s]/.test(state.sliceDoc(line.from, from));
  return hasItem ? { from, to: line.to } : { from: line.from, to: Math.min(line.to + 1, state.doc.length) };
}

function closingLine(state: EditorState, { from }: SyntaxNode): ChangeSpec {
  const line = state.doc.lineAt(from);
  return { from: line.from - 1, to: line.to };
}
