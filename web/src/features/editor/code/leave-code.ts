/** Out of a code block by the keyboard: Mod+Enter from anywhere in it, Down from its last line, Enter on a third empty one. */
import { syntaxTree } from '@codemirror/language';
import {
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { codeBlockAt, codeStart, type FencedBlock, isInCode } from './code-block-at.ts';

/** To a line of its own below the block, which is made where there is none. */
export const leaveCode: StateCommand = ({ state, dispatch }) => {
  const block = codeBlockAt(state, state.selection.main.head);
  if (!block || state.readOnly) return false;
  dispatch(state.update(stepBehind(state, block)));
  return true;
};

/** If nothing stands below the block, Down makes a line there. */
export const goBelowCode: Command = (view) => {
  const { state } = view;
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1 || state.readOnly) return false;
  const block = codeBlockAt(state, main.head);
  if (!block || !isInCode(state, block, main.head)) return false;
  const line = state.doc.lineAt(main.head);
  if (line.number !== block.last || state.doc.lineAt(block.to).number < state.doc.lines) return false;
  // A long line that wraps has rows of its own.
  const below = view.moveVertically(main, true).head;
  if (below <= line.to && view.coordsAtPos(below)?.top !== view.coordsAtPos(main.head)?.top) return false;
  return leaveCode(view);
};

/** A phone has neither of these keys: an Enter after two empty lines at the end leaves the block. */
export const leaveByEnter: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const block = codeBlockAt(state, main.head);
  if (!block || !main.empty || ranges.length > 1 || state.readOnly) return false;
  const line = state.doc.lineAt(main.head);
  if (line.number !== block.last || block.last - block.first < 2) return false;
  const above = state.doc.line(line.number - 1);
  if (codeStart(block, line) < line.to || codeStart(block, above) < above.to) return false;
  dispatch(state.update(stepBehind(state, block, { from: above.from - 1, to: line.to })));
  return true;
};

/** @param removal what goes from the block meanwhile, in the same step */
export function stepBehind(
  state: EditorState,
  block: Pick<FencedBlock, 'prefix' | 'fence' | 'closing' | 'to'>,
  removal?: { readonly from: number; readonly to: number },
): TransactionSpec {
  const { doc } = state;
  const { prefix, fence, closing, to } = block;
  const fresh = `${state.lineBreak}${prefix}`;
  const end = closing ? '' : `${fresh}${fence}`;
  const below = lineBelow(state, to);
  const isFree = below !== undefined && isBlank(below.text);
  const next = isFree ? lineBelow(state, below.to) : undefined;
  const isApart = !next || isBlank(next.text) || isNextItem(state, to, next);
  // The words written there must not become one paragraph with the next ones.
  const gap = below && !isFree && !isNextItem(state, to, below) ? state.lineBreak + prefix.trimEnd() : '';
  const insert = isFree && isApart ? '' : fresh + gap;
  // An empty line is in the item or the quote with what stands before its lines.
  const isInPlace = insert === '' && below !== undefined;
  const missing = isInPlace && below.text.length < prefix.length ? prefix : undefined;
  const changes = state.changes([
    ...(removal ? [removal] : []),
    ...(end + insert === '' ? [] : [{ from: to, insert: end + insert }]),
    ...(missing === undefined ? [] : [{ from: below?.from ?? to, to: below?.to ?? to, insert: missing }]),
  ]);
  const caret = isInPlace
    ? changes.mapPos(below.to, 1)
    : changes.mapPos(Math.min(to, doc.length), -1) + end.length + fresh.length;
  return {
    changes,
    selection: EditorSelection.cursor(caret),
    scrollIntoView: true,
    userEvent: changes.empty ? 'select' : 'input',
  };
}

/** Whether the line begins the item after the one that this place is in: it ends whatever is written in that. */
function isNextItem(state: EditorState, position: number, { from, text }: Line): boolean {
  const [marks = ''] = /^[\s>]*/.exec(text) ?? [];
  let node: SyntaxNode | null = syntaxTree(state).resolve(from + marks.length, 1);
  while (node && !(node.name === 'ListItem' && (node.parent?.from ?? from) < position)) node = node.parent;
  return node !== null && node.from >= from;
}

function lineBelow({ doc }: EditorState, position: number) {
  const { number } = doc.lineAt(position);
  return number < doc.lines ? doc.line(number + 1) : undefined;
}

function isBlank(text: string): boolean {
  return /^[\s>]*$/.test(text);
}
