/**
 * Completes a key's change after it: signs that would begin a block get a backslash, and blocks that would become one a
 * line.
 */
import {
  Annotation,
  type ChangeSpec,
  EditorState,
  type Extension,
  type Line,
  type TransactionSpec,
} from '@codemirror/state';
import type { TextEdit } from '../../../document/moves/edits/text-changes.ts';
import { hasNoWords } from '../../markdown/block-groups.ts';
import { beginningEscapes } from '../../markdown/exchange/as-words.ts';
import { prefixAt, prefixIn } from '../lines/block-place.ts';
import { CODE, isTakenIn, isUnderline, TEXT } from '../lines/line-kinds.ts';
import { type LineMark, lineMarks } from '../lines/line-marks.ts';
import { itemBeside } from '../read-blocks.ts';

export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** How much of what is put in stands after the caret. */
  readonly behind?: number;
}

/** In place of the change: the caret goes on into what cannot be joined, or a mark goes. */
export interface Instead {
  readonly spec: TransactionSpec;
}

/** On a key's change that may bring words to where a block would begin. */
export const mayBegin = Annotation.define<boolean>();

/** Asked last: the change that the other guards have made says which words come to stand there. */
export const completeChanges: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.annotation(mayBegin)) return transaction;
  const { startState: state } = transaction;
  const pieces: Piece[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) =>
    pieces.push({ from, to, insert: inserted.toString() }),
  );
  const [piece] = pieces;
  if (!piece) return transaction;
  const after = (place: number) => transaction.changes.mapPos(place, 1);
  const besideCode = pieces.flatMap((one) => gapBelowCode(state, one, after));
  // With several pieces, the numbers of the items below are counted anew.
  const gap = pieces.length > 1 || besideCode.length > 0 ? besideCode : gapBelow(state, piece);
  const joined = pieces.flatMap((one) => gapsAroundEmptied(state, one, after));
  const changes = [...pieces.flatMap((one) => escapesFor(state, one, after)), ...gap, ...joined];
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});

const WORDLESS = /^[\s>]*$/;
const MARKS_ALONE = /^(?:[\s>]|(?:[-*+]|\d+[.)])\s|\[[ xX]\]\s|\[\^[^\]\s]+\]:\s)*$/;

type After = (place: number) => number;

/** @returns backslashes, in the text as it is after the change */
function escapesFor(state: EditorState, { from, to, insert }: Piece, after: After): ChangeSpec[] {
  const line = state.doc.lineAt(to);
  const above = lineMarks(state, state.doc.lineAt(from));
  const below = lineMarks(state, line);
  const start = Math.max(to, below.textFrom);
  const rest = state.sliceDoc(start, line.to);
  if (CODE.test(below.block.name) || hasNoWords(below.block.type)) return [];
  if (isUnderline(state, below)) return [];
  const at = after(start);
  if (rest.trim() === '')
    return from === to || from <= above.textFrom ? [] : escapesBelow(state, line.number + 1, after);
  const first = state.sliceDoc(above.textFrom, from);
  // A letter that goes from a line's first word leaves words, also where what is left looks like a mark: `7x)`.
  if (
    insert === '' &&
    above.line.number === line.number &&
    above.block.name === 'Paragraph' &&
    /^\S+$/.test(first)
  ) {
    const whole = state.sliceDoc(above.textFrom, line.to);
    return beginningEscapes(whole).length > 0 ? [] : escapesOf(first + rest, after(above.textFrom));
  }
  const broken = insert.lastIndexOf('\n');
  const isHeading = below.block.name.startsWith('ATX');
  if (broken === -1) {
    const isFirst = state.sliceDoc(above.textFrom, from).trim() === '';
    const isBegun = insert.trim() === '' && isFirst && above.marks.at(-1)?.kind !== 'task';
    if (!isBegun || (above.block.name.startsWith('ATX') && from >= above.textFrom)) return [];
  } else if (!MARKS_ALONE.test(insert.slice(broken + 1)) || /\]\s+$/.test(insert)) return [];
  const wasFirst = to <= below.textFrom && below.block.from >= line.from;
  const isOther = isHeading || below.block.name === 'Task' || !wasFirst;
  return isOther ? escapesOf(rest, at) : [];
}

/** A text that has come right below another one goes on with it. */
function escapesBelow(state: EditorState, number: number, after: After): ChangeSpec[] {
  if (number > state.doc.lines) return [];
  const next = lineMarks(state, state.doc.line(number));
  if (next.block.name !== 'Paragraph' || next.textFrom === next.line.to) return [];
  return escapesOf(state.sliceDoc(next.textFrom, next.line.to), after(next.textFrom));
}

function escapesOf(text: string, at: number): ChangeSpec[] {
  const spaces = text.length - text.trimStart().length;
  return beginningEscapes(text.slice(spaces)).map((place) => ({ from: at + spaces + place, insert: '\\' }));
}

/**
 * Code that loses its fences, and the empty line below it, would take in what is below that.
 * @returns the empty line again, in the text as it is after the change
 */
function gapBelowCode(state: EditorState, { from, to }: Piece, after: After): ChangeSpec[] {
  const above = lineMarks(state, state.doc.lineAt(from));
  const line = state.doc.lineAt(to);
  const isJoined = above.block.name === 'FencedCode' && above.block.to < line.from && line.text.trim() === '';
  if (!isJoined || from === to || line.number === state.doc.lines) return [];
  const next = lineMarks(state, state.doc.line(line.number + 1));
  return isTakenIn(above, next) ? [{ from: after(line.to), insert: '\n' }] : [];
}

/**
 * An item that loses its only words, and has others below: for Markdown it would end at an empty line, or be none right below a text,
 * and the others stand outside.
 * @returns the empty line to be taken away below it, and the one to be put in above it, in the text as it is after the change
 */
export function gapsAroundEmptied(
  state: EditorState,
  { from, to, insert }: Piece,
  after: After = (place) => place,
): TextEdit[] {
  const first = state.doc.lineAt(from);
  const line = state.doc.lineAt(to);
  // The box of a task counts as a word.
  const item = lineMarks(state, first).marks.findLast(({ kind }) => kind !== 'task');
  if (item?.kind !== 'bullet' && item?.kind !== 'number') return [];
  if (from === to || from < item.to) return [];
  const words = state.sliceDoc(item.to, from) + insert + state.sliceDoc(to, line.to);
  if (words.trim() !== '') return [];
  let { number } = line;
  while (number < state.doc.lines && WORDLESS.test(state.doc.line(number + 1).text)) number++;
  const end = state.doc.line(number).to;
  if (item.node.to <= end) return [];
  const below = number > line.number ? [{ from: after(line.to), to: after(end), insert: '' }] : [];
  if (!isNoneWithoutWord(state, item, first)) return below;
  const gap = `${prefixIn(state, item.node, false).trimEnd()}\n`;
  return [{ from: after(first.from), to: after(first.from), insert: gap }, ...below];
}

/** Right below a text, an item without words is none for Markdown, but for one in a list of its own type. */
function isNoneWithoutWord(state: EditorState, { from, node }: LineMark, line: Line): boolean {
  const list = node.parent;
  if (line.number === 1 || !list || itemBeside(node, 'prevSibling')) return false;
  if (!WORDLESS.test(state.sliceDoc(line.from, from))) return false;
  for (let outer = list.parent; outer; outer = outer.parent) if (outer.name === list.name) return false;
  const { block, textFrom, line: above } = lineMarks(state, state.doc.line(line.number - 1));
  const isText = textFrom < above.to && /^(?:Paragraph|Task)$/.test(block.name);
  return isText && block.parent?.from === list.parent?.from && block.parent?.name === list.parent?.name;
}

/**
 * An item that is joined to a text leaves the rest of its list right below that, where a number would be one of its words.
 * @returns a line between them, in the text as it is after the change
 */
function gapBelow(state: EditorState, { from, to, insert }: Piece): ChangeSpec[] {
  const above = lineMarks(state, state.doc.lineAt(from));
  const below = lineMarks(state, state.doc.lineAt(to));
  if (above.line.number === below.line.number || insert.includes('\n')) return [];
  if (!TEXT.test(above.block.name) || above.block.name.startsWith('ATX')) return [];
  if (state.sliceDoc(to, below.line.to).trim() === '') return [];
  const own = /^(?:Paragraph|Task)$/.test(below.block.name) ? state.doc.lineAt(below.block.to) : below.line;
  if (own.number === state.doc.lines) return [];
  const next = lineMarks(state, state.doc.line(own.number + 1));
  if (next.line.text.trim() === '' || !isTakenIn(above, next)) return [];
  const at = from + insert.length + own.to - to;
  return [{ from: at, insert: `\n${prefixAt(state, from).trimEnd()}` }];
}
