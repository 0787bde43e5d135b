/** The marks of a toggle go with all of it, or not at all: what is deleted leaves them, and what is written goes beside them. */
import {
  EditorSelection,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { mayBegin } from '../../blocks/guards/after-change.ts';
import { knowsMarks } from '../../blocks/knows-marks.ts';
import { textStart } from '../../blocks/lines/line-marks.ts';
import { blocksBelow, NO_TITLE } from '../../blocks/paste-blocks.ts';
import { isInTitle, togglesOf } from '../../view/toggle-state.ts';
import { type Hidden, hiddenParts } from './toggle-editing.ts';

const KEYS = /^(?:input(?:\.(?:type(?:\..*)?|drop|paste))?|delete(?:\..*)?|move\.drop)$/;

interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export const guardToggles: Extension = EditorState.transactionFilter.of((transaction) => {
  const event = transaction.annotation(Transaction.userEvent) ?? '';
  const toggles = togglesOf(transaction.startState);
  const isKey = transaction.docChanged && KEYS.test(event) && !transaction.annotation(knowsMarks);
  if (!isKey || toggles.length === 0) return transaction;
  const isPasted =
    event === 'input.paste' && isInTitle(transaction.startState, transaction.startState.selection.main.from);
  return (isPasted && blocksBelow(transaction, NO_TITLE)) || outsideOfMarks(transaction, event);
});

function outsideOfMarks(transaction: Transaction, event: string): Transaction | TransactionSpec {
  const { startState: state } = transaction;
  const changes: Change[] = [];
  const kept: Change[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const change = { from, to, insert: inserted.toString() };
    changes.push(change);
    const pieces = withoutParts(state, change, partsOf(state, from, to));
    kept.push(...pieces.map((one) => apartBelow(state, inTitle(state, one))));
  });
  const isSame =
    kept.length === changes.length &&
    kept.every((one, index) => {
      const { from, to, insert } = changes[index] ?? one;
      return one.from === from && one.to === to && one.insert === insert;
    });
  if (isSame) return transaction;
  const set = state.changes(kept);
  const [first] = kept;
  const caret = first ? set.mapPos(first.from, -1) + first.insert.length : state.selection.main.head;
  return {
    changes: set,
    selection: EditorSelection.cursor(caret),
    scrollIntoView: true,
    userEvent: event,
    // The rest may be in several places, as a command's changes are.
    ...(kept.length !== 1 && { annotations: [knowsMarks.of(true), mayBegin.of(true)] }),
  };
}

/** A title is one line. */
function inTitle(state: EditorState, change: Change): Change {
  const { from, insert } = change;
  return isInTitle(state, from) ? { ...change, insert: insert.replaceAll(/\s*\n\s*/g, ' ') } : change;
}

/** Right below its end, the toggle's HTML would take words in. */
function apartBelow(state: EditorState, change: Change): Change {
  const { from, to, insert } = change;
  const line = state.doc.lineAt(from);
  if (from !== to || from < line.to || line.text.trim() !== '' || !/^.*\S/.test(insert)) return change;
  const isBelow = togglesOf(state).some((toggle) => toggle.to === line.from - 1);
  return isBelow ? { ...change, insert: `\n${line.text}${insert}` } : change;
}

/** The marks of those toggles that do not go as a whole. */
function partsOf(state: EditorState, from: number, to: number): Hidden[] {
  return togglesOf(state)
    .filter((toggle) => !(from <= toggle.from && to >= toggle.to))
    .flatMap(hiddenParts)
    .filter((part) => (from === to ? isBetween(part, from) : isCut(part, from, to)))
    .sort((a, b) => a.from - b.from);
}

/** The beginning of a toggle is at its title. */
function isBetween({ from, to, inside }: Hidden, at: number): boolean {
  return at < to && (from < at || (from === at && inside === to));
}

/** The line break after a mark belongs to it. */
function isCut(part: Hidden, from: number, to: number): boolean {
  return part.from < to && (part.inside === part.to ? from < part.to : from <= part.to);
}

function withoutParts(state: EditorState, { from, to, insert }: Change, parts: readonly Hidden[]): Change[] {
  const [first] = parts;
  if (!first) return [{ from, to, insert }];
  if (from === to) return [{ from: first.inside, to: first.inside, insert }];
  const pieces: Change[] = [];
  let at = from;
  for (const part of parts) {
    const isOpening = part.inside === part.to;
    const end = isOpening ? Math.max(at, state.doc.lineAt(part.from).from - 1) : part.from;
    if (end > at) pieces.push({ from: at, to: end, insert: '' });
    // The line below is no part of theirs.
    const isEnd = isOpening || part.to === state.doc.length;
    at = Math.max(at, isEnd ? part.to : textStart(state, part.to + 1));
  }
  if (to > at) pieces.push({ from: at, to, insert: '' });
  const [head, ...rest] = pieces;
  if (head) return [{ ...head, insert }, ...rest];
  return insert === '' ? [] : [{ from: first.inside, to: first.inside, insert }];
}
