/** Empty lines, with spaces or quotes' marks in them or without: they go as a whole, and not where they keep two blocks apart. */
import { EditorSelection, type EditorState, type Line } from '@codemirror/state';
import { HAS_KEYS } from '../../../../../../markdown/src/kinds/front-matter/syntax.ts';
import { wholeAround } from '../../markdown/whole-blocks.ts';
import { isTakenIn, isUnderline, TEXT } from '../lines/line-kinds.ts';
import { type LineMarks, lineMarks } from '../lines/line-marks.ts';
import type { Instead, Piece } from './after-change.ts';

export const WORDLESS = /^[\s>]*$/;

/** A line without words goes with its spaces and the marks of its quotes: the next one stands as it stood. */
export function withEmptyLines(state: EditorState, piece: Piece): Piece {
  const first = state.doc.lineAt(piece.from);
  const last = state.doc.lineAt(piece.to);
  if (piece.insert !== '' || first.number === last.number || wholeAround(state, first.from)) return piece;
  const { marks, textFrom } = lineMarks(state, last);
  // A selection takes the marks that it reaches over.
  const isOver = marks.some(({ kind }) => kind !== 'indent' && kind !== 'quote');
  const isAtStart = piece.to <= (isOver ? last.from : textFrom);
  if (isAtStart && WORDLESS.test(first.text)) return { ...piece, from: first.from, to: last.from };
  return last.text.trim() === '' && !wholeAround(state, last.from) ? { ...piece, to: last.to } : piece;
}

/** Whether the text above would take in what is below, were there no line between. */
export function goesOn(above: LineMarks, below: LineMarks): boolean {
  const isText = TEXT.test(above.block.name) && !/^(?:ATX|Document)/.test(above.block.name);
  return isText && above.textFrom < above.line.to && isTakenIn(above, below);
}

/** Whether, without the empty lines from the first to the last, a callout's mark would be words, or rules the page's properties. */
export function keepsApart(state: EditorState, first: Line, last: Line): boolean {
  if (first.number === 1 || state.sliceDoc(first.from, last.from).trim() !== '') return false;
  const above = state.doc.line(first.number - 1);
  if (above.number === 1 && above.text.trimEnd() === '---') return HAS_KEYS.test(last.text);
  const [outer] = lineMarks(state, above).marks;
  return outer?.kind === 'quote' && lineMarks(state, last).marks[1]?.kind === 'callout';
}

/** Two blocks may become one if the empty line between them goes. */
export function besideNext(
  state: EditorState,
  piece: Piece,
  above: LineMarks,
  { line }: LineMarks,
  isBack: boolean,
): Piece | Instead {
  if (line.number === state.doc.lines || !TEXT.test(above.block.name)) return piece;
  if (above.block.name.startsWith('ATX') || isUnderline(state, above)) return piece;
  const next = lineMarks(state, state.doc.line(line.number + 1));
  if (!isTakenIn(above, next)) return piece;
  const isItem = next.marks.some(({ kind }) => kind === 'number' || kind === 'bullet');
  if (isItem && !isBack) return { ...piece, to: next.textFrom };
  const caret = isBack ? piece.from : next.textFrom;
  return { spec: { selection: EditorSelection.cursor(caret), userEvent: 'select' } };
}
