/** The toggles of the open page with the places of their parts, and which of them are folded here. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { findToggles } from '../../../../../markdown/src/kinds/toggle/find-toggles.ts';

export interface Toggle {
  /** The beginning of `<details>`. */
  readonly from: number;
  readonly titleFrom: number;
  readonly titleTo: number;
  /** The end of the title's marks, with the empty line that Markdown needs below them. */
  readonly headTo: number;
  /** The end of the last line inside; `headTo` where there is none. */
  readonly bodyTo: number;
  /** The end of `</details>`. */
  readonly to: number;
  /** The same, with the empty line that Markdown needs below it, where another line follows. */
  readonly beyond: number;
  readonly isFolded: boolean;
}

/** Folds the toggle that begins here, or unfolds it. */
export const setFolded = StateEffect.define<{ readonly from: number; readonly isFolded: boolean }>({
  map: ({ from, isFolded }, changes) => ({ from: changes.mapPos(from, 1), isFolded }),
});

const foldedField = StateField.define<ReadonlySet<number>>({
  create: () => new Set(),
  update: (value, { changes, docChanged, effects }) => {
    const asked = effects.filter((effect) => effect.is(setFolded));
    if (asked.length === 0 && (!docChanged || value.size === 0)) return value;
    const folded = new Set(docChanged ? [...value].map((from) => changes.mapPos(from, 1)) : value);
    for (const { value: toggle } of asked)
      if (toggle.isFolded) folded.add(toggle.from);
      else folded.delete(toggle.from);
    return folded;
  },
});

const togglesField = StateField.define<readonly Toggle[]>({
  create: read,
  update: (value, { startState, state }) =>
    syntaxTree(startState) === syntaxTree(state) &&
    startState.field(foldedField, false) === state.field(foldedField)
      ? value
      : read(state),
});

export const toggleState = [foldedField, togglesField];

/** @returns them in the order in which they begin; none where the page is not shown as what it means */
export function togglesOf(state: EditorState): readonly Toggle[] {
  return state.field(togglesField, false) ?? [];
}

export function isInTitle(state: EditorState, place: number): boolean {
  return togglesOf(state).some(({ titleFrom, titleTo }) => titleFrom <= place && place <= titleTo);
}

/** Whether the line is in a toggle that is itself in the item. */
export function isAroundToggle(
  state: EditorState,
  item: { readonly from: number; readonly to: number },
  line: { readonly from: number; readonly to: number },
): boolean {
  return togglesOf(state).some(
    ({ from, to }) => item.from < from && to <= item.to && from <= line.from && line.to <= to,
  );
}

function read(state: EditorState): readonly Toggle[] {
  const { doc } = state;
  const folded = state.field(foldedField);
  const pairs = findToggles(syntaxTree(state), (from, to) => state.sliceDoc(from, to));
  const toggles: Toggle[] = [];
  for (const { opening, first, last } of pairs) {
    const head = doc.lineAt(first.from + opening.markTo);
    const end = doc.lineAt(last.to);
    // A toggle in a single line, or with text that is no Markdown, stays as it is written.
    if (opening.text !== '' || head.number === end.number) continue;
    const isBlank = (number: number) => number <= doc.lines && doc.line(number).text.trim() === '';
    const headEnd = isBlank(head.number + 1) ? doc.line(head.number + 1) : head;
    const hasSpareLine = end.number - 1 > headEnd.number + 1 && isBlank(end.number - 1);
    const bodyEnd = doc.line(end.number - (hasSpareLine ? 2 : 1));
    const hasGap = isBlank(end.number + 1) && end.number + 1 < doc.lines;
    toggles.push({
      from: first.from,
      titleFrom: first.from + opening.titleFrom,
      titleTo: first.from + opening.titleTo,
      headTo: headEnd.to,
      bodyTo: Math.max(headEnd.to, bodyEnd.to),
      to: end.to,
      beyond: hasGap ? doc.line(end.number + 1).to : end.to,
      isFolded: folded.has(first.from),
    });
  }
  return toggles.sort((a, b) => a.from - b.from);
}
