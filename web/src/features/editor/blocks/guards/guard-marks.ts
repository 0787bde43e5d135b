/**
 * No key makes words of a block's marks, nor marks of words. What is typed goes after the marks; what is deleted up to
 * the beginning of a line takes that line's marks along, so that texts join as texts; blocks that have no words to join
 * stay as they are; and words that come to stand at a line's beginning are no mark there.
 */
import { syntaxTree } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { hasNoWords } from '../../markdown/block-groups.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { knowsMarks } from '../knows-marks.ts';
import { prefixAt } from '../lines/block-place.ts';
import { begins, CODE, indented, isTakenIn, isUnderline, keepsMark } from '../lines/line-kinds.ts';
import { type LineMarks, lineMarks, textStart } from '../lines/line-marks.ts';
import { type Instead, mayBegin, type Piece } from './after-change.ts';
import { besideNext, goesOn, keepsApart, WORDLESS, withEmptyLines } from './empty-lines.ts';
import {
  beginsFence,
  isEndOfFenced,
  isInFence,
  isOnFence,
  wholeOf,
  withoutHalfFence,
  writtenBehind,
} from './fence-lines.ts';
import { isWhole, marksAround } from './keep-out-of-marks.ts';
import { liftedBlock } from './lift-block.ts';
import { withItsRestLifted } from './lift-rest.ts';

const KEYS = /^(?:input(?:\.(?:type(?:\..*)?|drop|paste))?|delete(?:\.(?!cells|block).*)?|move\.drop)$/;
type Spec = TransactionSpec | readonly (Transaction | TransactionSpec)[];

export const guardMarks: Extension = EditorState.transactionFilter.of((transaction) => {
  const event = transaction.annotation(Transaction.userEvent) ?? '';
  const isKey = transaction.docChanged && KEYS.test(event) && !transaction.annotation(knowsMarks);
  return isKey && isPreviewing(transaction.startState) ? guarded(transaction, event) : transaction;
});

function guarded(transaction: Transaction, event: string): Spec {
  const { startState: state } = transaction;
  const pieces: Piece[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) =>
    pieces.push({ from, to, insert: inserted.toString() }),
  );
  const isBreak = /^input(?:\.type\.break)?$/.test(event) && pieces[0]?.insert.includes('\n') === true;
  if (pieces.length > 1 && isBreak) return [transaction, { annotations: mayBegin.of(true) }];
  if (isByCommand(state, pieces, event) || pieces.every((piece) => isPlainTyping(state, piece)))
    return transaction;
  const kept = pieces.map((piece) => withMarks(state, piece, event));
  const instead = kept.find((one): one is Instead => 'spec' in one);
  if (instead) return { ...instead.spec, annotations: knowsMarks.of(true), scrollIntoView: true };
  const pairs = kept.filter((one): one is Piece => !('spec' in one));
  if (pairs.every((piece, index) => isSame(piece, pieces[index])))
    return [transaction, { annotations: mayBegin.of(true) }];
  const [first] = pairs;
  const caret = first && first.from + first.insert.length - (first.behind ?? 0);
  return {
    changes: pairs.map(({ from, to, insert }) => ({ from, to, insert })),
    ...(pairs.length === 1 && caret !== undefined && { selection: EditorSelection.cursor(caret) }),
    ...(event === 'move.drop' && { selection: droppedWords(state, pairs) }),
    scrollIntoView: true,
    userEvent: event,
    annotations: [knowsMarks.of(true), mayBegin.of(true)],
  };
}

/** They stay selected where they are let go. */
function droppedWords(state: EditorState, pieces: readonly Piece[]): EditorSelection {
  const changes = state.changes(pieces.map(({ from, to, insert }) => ({ from, to, insert })));
  const { from, to } = pieces.find(({ insert }) => insert !== '') ?? state.selection.main;
  return EditorSelection.single(changes.mapPos(from, -1), changes.mapPos(to, 1));
}

/** Commands replace more than the space after the caret, or change several places, on purpose. */
function isByCommand(state: EditorState, pieces: readonly Piece[], event: string): boolean {
  if (pieces.length > 1) return event !== 'move.drop';
  const { main } = state.selection;
  const isOther = ({ from, to }: Piece) => from !== main.from || to !== main.to;
  return (
    event === 'input' && pieces.some((one) => isOther(one) && /\S/.test(state.sliceDoc(one.from, one.to)))
  );
}

function isSame(one: Piece, other: Piece | undefined): boolean {
  const isThere = one.from === other?.from && one.to === other.to && one.insert === other.insert;
  return isThere && one.behind === undefined;
}

// A rule, the line beneath a heading, or a fence.
const RULE = /^(?:[\s>]|(?:[-*+]|\d+[.)])\s)*(?:([-*_])(?:[ \t]*\1){2,}|-+|=+|(?:`{3}|~{3}|\${2}).*)[ \t]*$/;
const LONGEST_RULE = 100;
const ITEM_ALONE = /^(?:[\s>]|(?:[-*+]|\d{1,9}[.)])[ \t])+$/;

/** Most keys put a letter among others. */
function isPlainTyping(state: EditorState, { from, to, insert }: Piece): boolean {
  if (from !== to || insert.includes('\n') || marksAround(state, from)) return false;
  const { text, length, from: start } = state.doc.lineAt(from);
  if (/[\\\]]/.test(text[from - start - 1] ?? '')) return false;
  if (!/[^\s>]/.test(text) || ITEM_ALONE.test(text)) return false;
  return length > LONGEST_RULE || !RULE.test(text) || /^[-*_= \t]*$/.test(insert);
}

function withMarks(state: EditorState, piece: Piece, event: string): Piece | Instead {
  if (piece.from === 0 && piece.to === state.doc.length) return piece;
  const kept = besideMarks(state, withEmptyLines(state, aroundEscape(state, piece)), event);
  return 'spec' in kept ? kept : apartFromCallout(state, brokenBehindTitle(state, kept));
}

/** Words right behind a callout's mark would make words of it. */
function apartFromCallout(state: EditorState, piece: Piece): Piece {
  const { from, to, insert } = piece;
  if (state.sliceDoc(from - 1, from) !== ']') return piece;
  const { marks, textFrom } = lineMarks(state, state.doc.lineAt(from));
  const rest = state.sliceDoc(to, state.doc.lineAt(to).to);
  const areWords = insert === '' ? /^\S/.test(rest) : /^[\p{L}\p{N}]/u.test(insert);
  const isJoined = areWords && from === textFrom && marks.at(-1)?.kind === 'callout';
  return isJoined ? { ...piece, insert: ` ${insert}`, behind: piece.behind ?? 0 } : piece;
}

/** A backslash goes with the sign that it keeps from being a mark. */
function aroundEscape(state: EditorState, piece: Piece): Piece {
  const { from, to } = piece;
  const isEscape = (at: number) =>
    state.sliceDoc(at - 1, at) === '\\' && syntaxTree(state).resolveInner(at, 0).name === 'Escape';
  if (isEscape(from)) return { ...piece, from: from - 1, to: from === to ? to - 1 : to };
  return from < to && isEscape(to) ? { ...piece, to: to + 1 } : piece;
}

/** The line beneath a heading stays with it. */
function brokenBehindTitle(state: EditorState, piece: Piece): Piece {
  const line = state.doc.lineAt(piece.to);
  const { block, textFrom } = lineMarks(state, line);
  const isEnd = piece.insert.includes('\n') && piece.from > textFrom && piece.to === line.to;
  if (!isEnd || !block.name.startsWith('Setext') || line.number === state.doc.lines) return piece;
  const next = lineMarks(state, state.doc.line(line.number + 1));
  if (!isUnderline(state, next)) return piece;
  // The marks of formats that end above the break stay with the words.
  const at = piece.insert.indexOf('\n');
  const underline = state.sliceDoc(line.to, next.line.to);
  return {
    ...piece,
    to: next.line.to,
    insert: piece.insert.slice(0, at) + underline + piece.insert.slice(at),
  };
}

function besideMarks(state: EditorState, piece: Piece, event: string): Piece | Instead {
  const { from, to, insert } = piece;
  if (from === to)
    return insert.includes('\n') ? brokenBehindMarks(state, piece) : typedBehindMarks(state, piece);
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  if (
    insert === '' &&
    from === first.from &&
    first !== last &&
    to === last.to &&
    beginsFence(lineMarks(state, last))
  )
    return besideMarks(state, { ...piece, to: last.from }, event);
  const isWholeLines = from === first.from && (to === last.to || (to === last.from && to > from));
  if (isWholeLines && insert === '' && (first !== last || from < to)) {
    const own = lineMarks(state, first);
    if (isPartOfWhole(state, own, to) || keepsApart(state, first, last))
      return { spec: { selection: state.selection } };
    const lifted = to === last.from && withItsRestLifted(state, first, last, event);
    if (lifted) return { spec: lifted };
    if (first.number > 1 && to === last.from) {
      const below = lineMarks(state, last);
      if (goesOn(lineMarks(state, state.doc.line(first.number - 1)), below))
        return WORDLESS.test(state.sliceDoc(from, to))
          ? { spec: { selection: EditorSelection.cursor(below.textFrom), userEvent: 'select' } }
          : { ...piece, to: last.from - 1 };
    }
    const next = to === last.from ? lineMarks(state, last).textFrom - last.from : 0;
    const caret = next > 0 ? { behind: -next } : {};
    if (first.number < last.number || own.textFrom === first.from)
      return withUnderline(state, { ...piece, ...caret });
  }
  const kept =
    first.number === last.number
      ? withinLine(state, piece, event)
      : apartBelow(state, acrossLines(state, piece, event, lineMarks(state, first), lineMarks(state, last)));
  return 'spec' in kept ? kept : withUnderline(state, kept);
}

/** Words in place of blocks: what stands below these may go on with words. */
function apartBelow(state: EditorState, piece: Piece | Instead): Piece | Instead {
  if ('spec' in piece || piece.insert.trim() === '' || piece.insert.includes('\n')) return piece;
  const line = state.doc.lineAt(piece.to);
  if (state.sliceDoc(piece.to, line.to).trim() !== '' || line.number === state.doc.lines) return piece;
  const above = lineMarks(state, state.doc.lineAt(piece.from));
  if (!isTakenIn(above, lineMarks(state, state.doc.line(line.number + 1)))) return piece;
  const gap = `\n${prefixAt(state, piece.from).trimEnd()}`;
  return { ...piece, insert: piece.insert + gap, behind: gap.length };
}

/** Without words there is no heading, and the line beneath it would be words. */
function withUnderline(state: EditorState, piece: Piece): Piece {
  const end = state.sliceDoc(piece.to - 1, piece.to) === '\n' ? piece.to - 1 : piece.to;
  const line = state.doc.lineAt(end);
  const read = lineMarks(state, line);
  const { block, textFrom } = read;
  if (piece.insert !== '' || !block.name.startsWith('Setext')) return piece;
  const isFurther = block.from < line.from && line.from <= piece.from && !isUnderline(state, read);
  // An empty line would end the heading above the line beneath it.
  if (isFurther && (state.sliceDoc(textFrom, piece.from) + state.sliceDoc(end, line.to)).trim() === '')
    return { ...piece, from: line.from - 1, to: line.to };
  if (block.from < piece.from) return piece;
  const underline = state.doc.lineAt(block.to);
  const isTitleGone = underline.number === line.number + 1 && state.sliceDoc(end, line.to).trim() === '';
  return isTitleGone ? { ...piece, to: underline.to } : piece;
}

/** The line at the caret, where nothing is selected, is no row of a table and no mark of a block of several lines. */
function isPartOfWhole(state: EditorState, { block, line }: LineMarks, to: number): boolean {
  if (!hasNoWords(block.type)) return false;
  const last = state.doc.lineAt(block.to);
  const isAll = state.doc.lineAt(block.from).from >= line.from && last.to <= to;
  const isInside = block.from < line.from && line.to < last.from;
  return !isAll && !(isInside && block.name === 'FencedCode');
}

/** A line break goes after what has no words. */
function brokenBehindMarks(state: EditorState, piece: Piece): Piece {
  const read = lineMarks(state, state.doc.lineAt(piece.from));
  const isInside = isUnderline(state, read) || (piece.from > read.textFrom && piece.from < read.line.to);
  const isMark = isWordless(state, read) || isInFence(read, piece.from, piece.from + 1);
  return isInside && isMark ? { ...piece, from: read.line.to, to: read.line.to } : piece;
}

function typedBehindMarks(state: EditorState, { from, insert }: Piece): Piece {
  const at = marksAround(state, from)?.textFrom ?? from;
  const read = lineMarks(state, state.doc.lineAt(at));
  const isFence = isInFence(read, at, at + 1);
  if (!isFence && !isEndOfFenced(read) && !isWordless(state, read))
    return { from: at, to: at, ...apartFromNext(state, read, insert) };
  // Neither a rule nor a fence has words: they go above it or below.
  const prefix = prefixAt(state, at);
  const { to } = read.line;
  if (!isFence && at > read.textFrom) return { from: to, to, insert: `\n${prefix}${insert}` };
  // Right below a text, a rule would make a heading of it.
  const below = read.block.name === 'HorizontalRule' ? `\n${prefix.trimEnd()}\n${prefix}` : `\n${prefix}`;
  return { from: read.textFrom, to: read.textFrom, insert: insert + below, behind: below.length };
}

/** In an empty line: what stands right below it may not begin without one. */
function apartFromNext(
  state: EditorState,
  read: LineMarks,
  insert: string,
): Pick<Piece, 'insert' | 'behind'> {
  const { line, textFrom, block, marks } = read;
  const isEmpty = state.sliceDoc(textFrom, line.to).trim() === '' && !CODE.test(block.name);
  if (!isEmpty || insert.trim() === '' || line.number === state.doc.lines) return { insert };
  const next = lineMarks(state, state.doc.line(line.number + 1));
  const isItem = (kind: string) => kind === 'number' || kind === 'bullet';
  // A text in the next line would go on with what is typed.
  const item = marks.at(-1);
  const isInItem = isItem(item?.kind ?? '') && next.marks.some(({ node }) => node.from === item?.node.from);
  const isOther =
    isInItem && /^(?:Paragraph|SetextHeading\d)$/.test(next.block.name) && next.textFrom < next.line.to;
  // It is an item if it has a word, and others follow it.
  const isFollowed = marks.at(-1)?.kind === 'empty' && next.marks.some(({ kind }) => isItem(kind));
  if (isFollowed || !(isOther || isTakenIn(read, next))) return { insert };
  const gap = `\n${prefixAt(state, line.from).trimEnd()}`;
  return { insert: insert + gap, behind: gap.length };
}

function isWordless(state: EditorState, read: LineMarks): boolean {
  return read.block.name === 'HorizontalRule' || isUnderline(state, read);
}

function withinLine(state: EditorState, piece: Piece, event: string): Piece | Instead {
  const marks = lineMarks(state, state.doc.lineAt(piece.from));
  const { textFrom, line } = marks;
  if (isInFence(marks, piece.from, piece.to)) return { spec: { selection: state.selection } };
  // A part of a rule would be words.
  if (isWordless(state, marks)) return { ...piece, from: textFrom, to: line.to };
  if (piece.from >= textFrom || !isWhole(state, marks)) return piece;
  const last = marks.marks.at(-1);
  const isBeforeText = last?.kind === 'indent' && last.node === marks.block;
  if (isBeforeText && piece.from >= last.from) return piece;
  if (piece.to > textFrom) return { ...piece, from: textFrom };
  const isBack = piece.to === textFrom && state.selection.main.head === piece.to;
  const lifted = isBack && event.startsWith('delete') && liftedBlock(state, textFrom);
  return { spec: lifted || { selection: EditorSelection.cursor(textFrom), userEvent: 'select' } };
}

function acrossLines(
  state: EditorState,
  { insert, ...selected }: Piece,
  event: string,
  above: LineMarks,
  below: LineMarks,
): Piece | Instead {
  const range = { from: selected.from, to: withoutHalfFence(selected.to, above, below) };
  const from = Math.max(range.from, above.textFrom);
  const goTo = (caret: number): Instead => ({
    spec: { selection: EditorSelection.cursor(caret), userEvent: 'select' },
  });
  const whole = wholeOf(above, below);
  const isInOne = whole !== undefined;
  const isBack = event === 'delete.backward';
  if (isInOne && insert === '' && (isOnFence(above) || isOnFence(below))) {
    const to = below.line.from - 1;
    if (isOnFence(above) || range.from === to) return goTo(isBack ? range.from : below.textFrom);
    return { from: range.from, to, insert };
  }
  const isFormula = whole?.name === 'FormulaBlock';
  if (isInOne && (isFormula || (whole.name === 'FencedCode' && insert !== ''))) {
    const inside = state.doc.line(Math.min(above.line.number + 1, state.doc.lines));
    const start = isOnFence(above) ? lineMarks(state, inside).textFrom : range.from;
    const end = isOnFence(below) ? below.line.from - 1 : range.to;
    // An empty line would end the formula.
    const isEmpty = isFormula && insert.trim() === '' && start <= textStart(state, start);
    const further = `\n${prefixAt(state, start)}`;
    const kept = isEmpty ? '' : /^\n[\s>]*$/.test(insert) ? further : insert;
    return start < end ? { from: start, to: end, insert: kept } : goTo(state.selection.main.head);
  }
  if (isInOne && (CODE.test(whole.name) || hasNoWords(whole.type))) return { ...range, insert };
  const isWordless = hasNoWords(above.block.type) || isUnderline(state, above);
  const isAtEnd = isWordless && range.from === above.line.to;
  if (isAtEnd && above.block.name === 'HorizontalRule' && isBack)
    return { from: above.line.from, to: below.line.from, insert };
  if (isUnderline(state, below)) return { from, to: below.line.to, insert };
  const words = range.to < below.textFrom ? undefined : indented(state, insert, above, below);
  if (words !== undefined && !begins(below, hasNoWords)) return { ...range, insert: words };
  if (isEndOfFenced(above) && !isInOne && (from < above.line.to || insert.trim() !== ''))
    return insert === ''
      ? goTo(state.selection.main.head)
      : writtenBehind(state, above, { from: above.line.to, to: range.to, insert }, below);
  const isRule = above.block.name === 'HorizontalRule' && range.from < above.line.to;
  // A part of a rule would be words.
  const isAbove = isRule && insert.trim() !== '' && begins(below, hasNoWords);
  if (isRule) return { from: above.textFrom, to: isAbove ? below.line.from - 1 : range.to, insert };
  if (range.to > below.textFrom && below.line.text.trim() !== '') {
    const ownLine = isAtEnd ? `\n${state.sliceDoc(below.line.from, below.textFrom)}` : '';
    return { from, to: range.to, insert: ownLine + insert };
  }
  if (isAtEnd && insert.trim() !== '' && !begins(below, hasNoWords)) {
    const [to, prefix] = [below.textFrom, prefixAt(state, above.line.from)];
    return { from: above.line.to, to, insert: `\n${prefix}${insert}` };
  }
  const isApart =
    below.textFrom === below.line.to && below.marks.length === 0 && ENDS_ITSELF.test(above.block.name);
  if (isAtEnd && !isApart) return goTo(isBack ? range.from : below.textFrom);
  const hasWords = from > above.textFrom || insert !== '';
  if (begins(below, hasNoWords)) {
    const to = below.line.from - 1;
    if (hasWords) return from < to ? { from, to, insert } : goTo(below.textFrom);
    return above.marks.length === 0
      ? { from: above.line.from, to: below.line.from, insert }
      : goTo(below.textFrom);
  }
  const isWholeLine =
    !hasWords && from < above.line.to && range.to === below.textFrom && !keepsMark(above, below, range.to);
  const marks = below.textFrom - below.line.from;
  if (isWholeLine) return { from: above.line.from, to: below.line.from, insert, behind: -marks };
  const joined = { from, to: Math.max(range.to, below.textFrom), insert };
  if (
    above.block.name.startsWith('ATX') &&
    hasWords &&
    begins(below, ({ name }) => name.startsWith('Setext'))
  ) {
    const underline = state.doc.lineAt(below.block.to);
    const changes = [joined, { from: underline.from - 1, to: underline.to }];
    return { spec: { changes, selection: EditorSelection.cursor(from + insert.length), userEvent: event } };
  }
  return (hasWords || above.marks.length > 0) && insert.trim() === '' && joined.to === below.line.to
    ? besideNext(state, joined, above, below, isBack)
    : joined;
}

const ENDS_ITSELF = /^(?:FencedCode|FormulaBlock|HorizontalRule|SetextHeading\d)$/;
