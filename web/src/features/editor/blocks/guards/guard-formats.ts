/**
 * The marks of a format (bold, italics, code, highlight and the like) stay a pair. What is deleted takes both or none;
 * a line break ends the format and begins it again below; spaces that come to stand at its edge leave it, where its
 * marks would be words.
 */
import { syntaxTree } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { isFormat } from '../../formats/formats.ts';
import { marksOf } from '../../formats/marks.ts';
import { beginningEscapes } from '../../markdown/exchange/as-words.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { knowsMarks } from '../knows-marks.ts';
import { textStart } from '../lines/line-marks.ts';
import { mayBegin } from './after-change.ts';

const KEYS = /^(?:input|input\.type|delete(?:\.(?!cells|block).*)?)$/;

interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** How much of what is put in stands after the caret. */
  readonly behind: number;
}

interface Format {
  readonly name: string;
  readonly from: number;
  readonly textFrom: number;
  readonly textTo: number;
  readonly to: number;
}

/** Asked after the guard of the marks at a line's beginning, with what that made of the change. */
export const guardFormats: Extension = filter(false);

/** The same for line breaks, asked before: the words that are left here say what begins the next line. */
export const guardFormatsAtBreaks: Extension = filter(true);

function filter(isForBreaks: boolean): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    const event = transaction.annotation(Transaction.userEvent) ?? '';
    const isKey = transaction.docChanged && KEYS.test(event) && isPreviewing(transaction.startState);
    return isKey ? paired(transaction, event, isForBreaks) : transaction;
  });
}

function paired(
  transaction: Transaction,
  event: string,
  isForBreaks: boolean,
): Transaction | TransactionSpec {
  const { startState: state } = transaction;
  const changes: Change[] = [];
  const { head } = transaction.newSelection.main;
  transaction.changes.iterChanges((from, to, _fromB, end, inserted) => {
    const behind = Math.min(Math.max(end - head, 0), inserted.length);
    changes.push({ from, to, insert: inserted.toString(), behind });
  });
  // After a letter, a line keeps it apart from what is below.
  const isBreak = event === 'input' && changes.some(({ insert }) => insert.includes('\n'));
  if (isBreak !== isForBreaks) return transaction;
  // A letter among others harms nothing, and is most of what is typed.
  if (changes.every((change) => isPlainTyping(state, change))) return transaction;
  const kept = changes.flatMap((change) => keptPairs(state, change, isBreak));
  const isSame =
    kept.length === changes.length && kept.every((one, index) => isEqual(one, changes[index] ?? one));
  if (isSame) return transaction;
  const set = state.changes(kept.map(({ from, to, insert }) => ({ from, to, insert })));
  const broken = kept.find(({ insert }) => insert.includes('\n'));
  const main = broken ?? (kept.length === 1 ? kept[0] : undefined);
  const caret = main
    ? set.mapPos(main.from, -1) + main.insert.length - main.behind
    : set.mapPos(caretBefore(state), 1);
  return {
    changes: set,
    selection: EditorSelection.cursor(Math.min(caret, set.newLength)),
    scrollIntoView: true,
    // As what is typed it is guarded by the others, too.
    ...(isForBreaks
      ? { userEvent: event === 'input' ? 'input.type.break' : event }
      : {
          userEvent: event,
          annotations: [
            knowsMarks.of(true),
            ...(transaction.annotation(mayBegin) ? [mayBegin.of(true)] : []),
          ],
        }),
  };
}

const ONLY_MARKS = /^[*_~=`]+$/;

/** @returns the caret's place in the text before the change: after marks that were selected alone, which have other marks around them */
function caretBefore(state: EditorState): number {
  const { from, to } = state.selection.main;
  return ONLY_MARKS.test(state.sliceDoc(from, to)) ? to : from;
}

const BETWEEN_MARKS = /^[*_~=`]{2}$/;

function isPlainTyping(state: EditorState, { from, to, insert }: Change): boolean {
  return from === to && !insert.includes('\n') && !BETWEEN_MARKS.test(state.sliceDoc(from - 1, from + 1));
}

function isEqual(one: Change, other: Change): boolean {
  return one.from === other.from && one.to === other.to && one.insert === other.insert;
}

function keptPairs(state: EditorState, asked: Change, isBreak: boolean): Change[] {
  const change = isBreak ? behindPicture(state, asked) : asked;
  const formats = formatsAt(state, change.from, change.to);
  if (formats.length === 0) return [change];
  if (change.from === change.to) {
    const at = besideMark(formats, change.from);
    if (at !== change.from) return keptPairs(state, { ...change, from: at, to: at }, isBreak);
    if (!isBreak) return [change];
  }
  if (isBreak) return [brokenLine(state, change, formats)];
  const whole = withWholeMarks(change, formats);
  const taken = formats.find((one) => isInMark(one, change) || isInMark(one, whole));
  if (taken && change.insert === '') return withoutFormat(state, taken);
  return [joined(state, cut(state, whole, formats))];
}

/** A picture is one whole, and its marks are out of sight. */
function behindPicture(state: EditorState, change: Change): Change {
  const { from: at, to } = change;
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 0);
  while (node && !(node.name === 'Image' && node.from < at && to < node.to)) node = node.parent;
  return node ? { ...change, from: node.to, to: node.to } : change;
}

/** The innermost first. */
function formatsAt(state: EditorState, from: number, to: number): Format[] {
  const formats: Format[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, from: start, to: end, node }) => {
      const isLink = name === 'Link' && from === to;
      if (!isFormat(name) && !isLink) return;
      const [first, last] = isLink ? node.getChildren('LinkMark') : marksOf(state, node);
      if (first && last) formats.push({ name, from: start, textFrom: first.to, textTo: last.from, to: end });
    },
  });
  return formats.reverse();
}

function isInMark({ from, textFrom, textTo, to }: Format, change: Change): boolean {
  if (change.from === change.to) return false;
  return (change.from >= from && change.to <= textFrom) || (change.from >= textTo && change.to <= to);
}

/** No part of a mark goes alone. */
function withWholeMarks(change: Change, formats: readonly Format[]): Change {
  let { from, to } = change;
  for (const { from: start, textFrom, textTo, to: end } of formats) {
    if (from > textTo && from < end) from = end;
    else if (from > start && from < textFrom) from = start;
    if (to > start && to < textFrom) to = start;
    else if (to > textTo && to < end) to = end;
  }
  return { ...change, from, to: Math.max(from, to) };
}

/** @returns the place among the words for what would part the signs of one mark */
function besideMark(formats: readonly Format[], at: number): number {
  for (const { from, textFrom, textTo, to } of formats) {
    if (at > from && at < textFrom) return textFrom;
    if (at > textTo && at < to) return textTo;
  }
  return at;
}

/** A mark goes with its other half. */
function withoutFormat(state: EditorState, { from, textFrom, textTo, to }: Format): Change[] {
  const gone = (start: number, end: number) => ({ from: start, to: end, insert: '', behind: 0 });
  const words = state.sliceDoc(textFrom, textTo);
  const escapes =
    textStart(state, from) === from
      ? beginningEscapes(words + state.sliceDoc(to, state.doc.lineAt(to).to)).filter(
          (place) => place > 0 && place < words.length,
        )
      : [];
  const isEscaped =
    escapes.length === 0 && textStart(state, from) === from && beginningEscapes(words).length > 0;
  const opening = { from, to: textFrom, insert: isEscaped ? '\\' : '', behind: 0 };
  const inside = escapes.map((place) => ({ ...gone(textFrom + place, textFrom + place), insert: '\\' }));
  return [opening, ...inside, gone(textTo, to)];
}

/** A deletion leaves the marks of a format of which words stay; without words the marks go, too. */
function cut(state: EditorState, change: Change, formats: readonly Format[]): Change {
  let { from, to, insert, behind } = change;
  let begun: { readonly name: string; readonly mark: string } | undefined;
  for (const { name, from: start, textFrom, textTo, to: end } of formats) {
    if (from === to || (from <= start && to >= end) || to <= start || from >= end) continue;
    const [left, right] = [state.sliceDoc(textFrom, from), state.sliceDoc(to, textTo)];
    const isEmptied = left.trim() === '' && right.trim() === '' && insert.trim() === '';
    if (isEmptied && from >= start && to <= end) {
      insert = left + insert + right;
      behind += right.length;
      [from, to] = [start, end];
    } else if (from < textFrom && to >= textFrom) {
      if (right.trim() === '') {
        insert += right;
        behind += right.length;
        to = end;
        continue;
      }
      // It begins with its first word.
      const spaces = right.length - right.trimStart().length;
      const mark = state.sliceDoc(start, textFrom);
      if (insert === '' && spaces === 0) begun = { name, mark };
      insert += right.slice(0, spaces) + mark;
      behind += spaces + mark.length;
      to += spaces;
      from = Math.min(from, start);
    } else if (from <= textTo && to > textTo) {
      const words = left.trimEnd();
      if (words === '') {
        insert = left + insert;
        from = start;
        continue;
      }
      // A format that ends where another of its kind begins goes on.
      const goesOn = begun?.name === name && begun.mark === insert && words === left;
      insert = goesOn ? '' : state.sliceDoc(textTo, end) + left.slice(words.length) + insert;
      if (goesOn) behind = 0;
      from = textFrom + words.length;
      to = Math.max(to, end);
    } else if (insert.trim() === '') {
      if (right === '' && /\s$/.test(left + insert)) {
        const words = left.trimEnd();
        insert = state.sliceDoc(textTo, end) + left.slice(words.length) + insert;
        from = textFrom + words.length;
        to = end;
      } else if (left === '' && /^\s/.test(insert + right)) {
        const spaces = right.length - right.trimStart().length;
        const mark = state.sliceDoc(start, textFrom);
        insert += right.slice(0, spaces) + mark;
        behind += spaces + mark.length;
        to += spaces;
        from = start;
      }
    }
  }
  return { from, to, insert, behind };
}

/** A mark that is deleted and written again stays. */
function withoutSame(state: EditorState, change: Change): Change {
  const { from, to, insert } = change;
  const start = to - insert.length;
  const isSame = insert !== '' && start > from && state.sliceDoc(start, to) === insert;
  return isSame ? { from, to: start, insert: '', behind: 0 } : change;
}

/** Two of a kind that come to stand side by side are one: their marks would be read otherwise. */
function joined(state: EditorState, asked: Change): Change {
  const change = withoutSame(state, asked);
  if (change.insert !== '' || change.from === change.to) return change;
  const before = formatsAt(state, change.from, change.from).filter(({ to }) => to === change.from);
  const after = formatsAt(state, change.to, change.to).filter(({ from }) => from === change.to);
  const left = before.find(({ name }) => after.some((one) => one.name === name));
  const right = after.find(({ name }) => name === left?.name);
  return left && right ? joined(state, { ...change, from: left.textTo, to: right.textFrom }) : change;
}

/** The format ends above the line break, and begins again below it. */
function brokenLine(state: EditorState, change: Change, formats: readonly Format[]): Change {
  let { from, to } = change;
  let [ends, begins] = ['', ''];
  const around = formats.filter(({ textFrom, textTo }) => textFrom <= from && to <= textTo);
  for (const format of around) {
    const [left, right] = [state.sliceDoc(format.textFrom, from), state.sliceDoc(to, format.textTo)];
    const [opening, closing] = [
      state.sliceDoc(format.from, format.textFrom),
      state.sliceDoc(format.textTo, format.to),
    ];
    if (left.trim() === '') {
      from = format.from;
      begins = opening + begins;
    } else if (right.trim() === '') {
      to = format.to;
      ends += closing;
    } else {
      from -= left.length - left.trimEnd().length;
      to += right.length - right.trimStart().length;
      ends += closing;
      begins = opening + begins;
    }
  }
  if (around.length === 0) return cut(state, change, formats);
  return { from, to, insert: ends + change.insert + begins, behind: change.behind };
}
