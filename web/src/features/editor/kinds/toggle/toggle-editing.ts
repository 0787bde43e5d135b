/**
 * Writing in a toggle whose marks are out of sight: the caret is kept out of them, and no key can break them. Backspace
 * before the title takes the toggle away and leaves what it says; Enter in the title goes on inside, and on an empty
 * last line after the toggle.
 */
import {
  EditorSelection,
  EditorState,
  type Extension,
  Prec,
  type SelectionRange,
  type StateCommand,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { Command, KeyBinding } from '@codemirror/view';
import { textOfHtml } from '../../../../../../markdown/src/kinds/toggle/syntax.ts';
import { knowsMarks } from '../../blocks/knows-marks.ts';
import { prefixAt } from '../../blocks/lines/block-place.ts';
import { escapeWords } from '../../markdown/exchange/as-words.ts';
import { setFolded, type Toggle, togglesOf } from '../../view/toggle-state.ts';

export const TOGGLE_KEYS: readonly KeyBinding[] = [
  { key: 'Enter', run: enter, shift: enterTitle },
  { key: 'Backspace', run: deleteBackward, shift: deleteBackward },
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteBackward },
  { key: 'Delete', run: deleteForward, shift: deleteForward },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteForward },
  { key: 'Mod-Enter', run: fold },
];

/** A title stands between marks that are out of sight. In one that wraps, End and Home go to the edge of the row first. */
const toTitleEdge =
  (forward: boolean, isExtending: boolean): Command =>
  (view) => {
    const { main, ranges } = view.state.selection;
    const title = ranges.length > 1 ? undefined : titleAt(view.state, main.head);
    const edge = forward ? title?.titleTo : title?.titleFrom;
    if (edge === undefined) return false;
    const { head: next } = view.moveToLineBoundary(main, forward);
    if (forward ? next < edge : next > edge) return false;
    view.dispatch({
      selection: { anchor: isExtending ? main.anchor : edge, head: edge },
      scrollIntoView: true,
      userEvent: 'select',
    });
    return true;
  };

const [toEnd, selectToEnd] = [toTitleEdge(true, false), toTitleEdge(true, true)];
const [toStart, selectToStart] = [toTitleEdge(false, false), toTitleEdge(false, true)];

export const TITLE_KEYS: readonly KeyBinding[] = [
  { key: 'End', run: toEnd, shift: selectToEnd },
  { mac: 'Ctrl-e', run: toEnd, shift: selectToEnd },
  { key: 'Home', run: toStart, shift: selectToStart },
  { mac: 'Ctrl-a', run: toStart, shift: selectToStart },
];

type Target = Parameters<StateCommand>[0];

export interface Hidden {
  readonly from: number;
  readonly to: number;
  /** The one place of the two ends, and what is between, where text may be written. */
  readonly inside: number;
}

/** @returns where its marks are, in order: those of its beginning, and what is after its title */
export function hiddenParts({
  from,
  titleFrom,
  titleTo,
  headTo,
  bodyTo,
  beyond,
  isFolded,
}: Toggle): Hidden[] {
  const opening = { from, to: titleFrom, inside: titleFrom };
  if (isFolded || bodyTo === headTo) return [opening, { from: titleTo, to: beyond, inside: titleTo }];
  return [
    opening,
    { from: titleTo, to: headTo, inside: titleTo },
    { from: bodyTo, to: beyond, inside: bodyTo },
  ];
}

/** Moves a caret that would stand in a mark to where it is seen, or on in the direction in which it went. */
const outOfMarks = (transaction: Transaction): Transaction | readonly TransactionSpec[] => {
  const { startState, selection, docChanged, newSelection } = transaction;
  const toggles = togglesOf(startState);
  if (!selection || docChanged || toggles.length === 0) return transaction;
  const { head, empty } = newSelection.main;
  if (!empty) return extendedInside(transaction, toggles);
  // A search, or a name in the outline, opens what it leads into.
  const around = toggles.filter(
    ({ titleTo, to, isFolded }) => isFolded && titleTo < head && head < to && !isMove(startState, head),
  );
  if (around.length > 0) {
    const effects = around.map(({ from }) => setFolded.of({ from, isFolded: false }));
    return [transaction, { effects }];
  }
  const place = allowedPlace(startState, toggles, head);
  if (place === head) return transaction;
  return [transaction, { selection: movedTo(newSelection.main, place, place), sequential: true }];
};

/** Asked once more after the guard of the marks at a line's beginning, which moves the caret, too. */
export const keepOutOfMarks: Extension = [
  EditorState.transactionFilter.of(outOfMarks),
  Prec.highest(EditorState.transactionFilter.of((transaction) => outOfMarks(transaction))),
];

/** A selection that begins in a toggle ends at its words, not among its marks. */
function extendedInside(
  transaction: Transaction,
  toggles: readonly Toggle[],
): Transaction | readonly TransactionSpec[] {
  const { startState: state, newSelection } = transaction;
  const { anchor, head, from, to } = newSelection.main;
  const isAll = from === 0 && to === state.doc.length;
  if (isAll || !transaction.isUserEvent('select') || transaction.isUserEvent('select.search'))
    return transaction;
  const around = toggles.filter((toggle) => toggle.titleFrom <= anchor && anchor <= toggle.bodyTo);
  const place = allowedPlace(state, around, head);
  if (place === head) return transaction;
  return [transaction, { selection: movedTo(newSelection.main, anchor, place), sequential: true }];
}

function movedTo(
  { assoc, bidiLevel, goalColumn }: SelectionRange,
  anchor: number,
  head: number,
): EditorSelection {
  // A range by itself would lose the column.
  return EditorSelection.create([
    anchor === head
      ? EditorSelection.cursor(head, assoc, bidiLevel ?? undefined, goalColumn)
      : EditorSelection.range(anchor, head, goalColumn, bidiLevel ?? undefined),
  ]);
}

/** Whether the caret comes from right beside, as by an arrow. */
function isMove(state: EditorState, head: number): boolean {
  const from = state.doc.lineAt(state.selection.main.head).number;
  return Math.abs(state.doc.lineAt(head).number - from) <= 2;
}

function allowedPlace(state: EditorState, toggles: readonly Toggle[], head: number): number {
  const before = state.selection.main.head;
  const hidden = toggles.flatMap(hiddenParts).find(({ from, to }) => from <= head && head <= to);
  if (!hidden || head === hidden.inside) return head;
  if (before !== hidden.inside) return hidden.inside;
  // An item's mark in front of it is out of sight, too.
  const beyond = hidden.inside === hidden.to ? state.doc.lineAt(hidden.from).from - 1 : hidden.to + 1;
  if (beyond < 0 || beyond > state.doc.length) return hidden.inside;
  const further = toggles.flatMap(hiddenParts).find(({ from, to }) => from <= beyond && beyond <= to);
  return further ? further.inside : beyond;
}

function toggleAtTitle(state: EditorState): Toggle | undefined {
  const { main } = state.selection;
  return main.empty ? titleAt(state, main.head) : undefined;
}

/** @returns the toggle in whose title the place is */
export function titleAt(state: EditorState, place: number): Toggle | undefined {
  return togglesOf(state).find(({ titleFrom, titleTo }) => titleFrom <= place && place <= titleTo);
}

function step({ state, dispatch }: Target, spec: TransactionSpec): true {
  dispatch(state.update({ scrollIntoView: true, annotations: knowsMarks.of(true), ...spec }));
  return true;
}

function fold(target: Target): boolean {
  const toggle = toggleAtTitle(target.state);
  if (!toggle) return false;
  return step(target, { effects: setFolded.of({ from: toggle.from, isFolded: !toggle.isFolded }) });
}

/** Within a title nothing breaks the line. */
function enterTitle(target: Target): boolean {
  return toggleAtTitle(target.state) !== undefined && enter(target);
}

function enter(target: Target): boolean {
  const { state } = target;
  if (state.readOnly) return false;
  const toggle = toggleAtTitle(state);
  if (toggle) return intoBody(target, toggle);
  const { main } = state.selection;
  const ended = togglesOf(state).find(({ bodyTo }) => main.empty && main.head === bodyTo);
  const line = state.doc.lineAt(main.head);
  // An empty line goes on after the toggle, unless it is the only one.
  const isEmpty = line.text.trim() === '' && isBlank(state, line.number - 1);
  if (!ended || !isEmpty || line.from - 1 <= ended.headTo) return false;
  const prefix = prefixAt(state, ended.from);
  const changes = state.changes([
    { from: state.doc.line(line.number - 1).from - 1, to: line.to },
    { from: ended.to, insert: state.lineBreak.repeat(2) + prefix },
  ]);
  const selection = EditorSelection.cursor(changes.mapPos(ended.to, -1) + 2 + prefix.length);
  return step(target, { changes, selection, userEvent: 'input' });
}

/** A line of its own for what is written next, above what is there. */
function intoBody(target: Target, { from, headTo, titleTo, bodyTo, isFolded }: Toggle): boolean {
  const { state } = target;
  const effects = isFolded ? [setFolded.of({ from, isFolded: false })] : [];
  const first = state.doc.lineAt(headTo).number + 1;
  if (headTo < bodyTo && isBlank(state, first))
    return step(target, { selection: EditorSelection.cursor(state.doc.line(first).to), effects });
  // Markdown inside begins after an empty line.
  const hasGap = state.doc.lineAt(headTo).from > titleTo;
  const before = state.lineBreak.repeat(hasGap ? 1 : 2) + prefixAt(state, from);
  return step(target, {
    changes: { from: headTo, insert: `${before}${state.lineBreak}` },
    selection: EditorSelection.cursor(headTo + before.length),
    effects,
    userEvent: 'input',
  });
}

function isBlank(state: EditorState, number: number): boolean {
  return number >= 1 && number <= state.doc.lines && state.doc.line(number).text.trim() === '';
}

function deleteBackward(target: Target): boolean {
  const { state } = target;
  const { main } = state.selection;
  if (!main.empty || state.readOnly) return false;
  for (const toggle of togglesOf(state)) {
    if (main.head === toggle.titleFrom) return unwrap(target, toggle);
    // The line breaks around what is inside are part of the marks.
    const before = hiddenParts(toggle).find(
      ({ to, inside }) => inside < to && main.head === beginningOf(state, to + 1, toggle),
    );
    if (before) return step(target, { selection: EditorSelection.cursor(before.inside) });
  }
  return false;
}

/** After the spaces that belong to the item which the toggle is in. */
function beginningOf(state: EditorState, lineStart: number, { from }: Toggle): number {
  if (lineStart > state.doc.length) return lineStart;
  const [spaces = ''] = /^[ \t]*/.exec(state.doc.lineAt(lineStart).text) ?? [];
  return spaces === '' ? lineStart : lineStart + Math.min(spaces.length, prefixAt(state, from).length);
}

/** Nothing is deleted at the end of a title, nor at the end of what is inside: marks follow. */
function deleteForward({ state }: Target): boolean {
  const { main } = state.selection;
  return (
    main.empty &&
    togglesOf(state)
      .flatMap(hiddenParts)
      .some(({ from, inside }) => inside === from && main.head === inside)
  );
}

/** Takes the marks away, and leaves the title and what is inside. */
function unwrap(target: Target, { from, titleFrom, titleTo, to }: Toggle): boolean {
  const { state } = target;
  const end = state.doc.lineAt(to).from;
  const marks = state.doc.lineAt(titleTo).to;
  const changes = state.changes([
    { from, to: marks, insert: escapeWords(textOfHtml(state.sliceDoc(titleFrom, titleTo)), '') },
    { from: Math.max(end - 1, marks), to },
  ]);
  return step(target, { changes, selection: EditorSelection.cursor(from), userEvent: 'input.format' });
}
