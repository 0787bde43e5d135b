/** A step out of a fenced block, to a line of its own below it. */
import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type Line, type TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { FencedBlock } from '../markdown/code-block-at.ts';

/** @param removal what goes from the block meanwhile, in the same step */
export function stepBelow(
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
