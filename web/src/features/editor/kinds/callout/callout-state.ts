/** The callouts of the open page, and which of them are folded here: those that the text folds, until somebody unfolds them. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { type FoundInBlocks, findInBlocks } from '../../../../../../markdown/src/grammar/outermost-blocks.ts';
import { type CalloutMark, calloutOf } from '../../../../../../markdown/src/kinds/callout/syntax.ts';

export interface FoundCallout {
  readonly from: number;
  readonly to: number;
  /** Its places are those in the first line, from the quote's mark on. */
  readonly mark: CalloutMark;
}

/** Folds the callout that begins here, or unfolds it. */
export const setCalloutFolded = StateEffect.define<{ readonly from: number; readonly isFolded: boolean }>({
  map: ({ from, isFolded }, changes) => ({ from: changes.mapPos(from, 1), isFolded }),
});

const calloutsField = StateField.define<readonly FoundCallout[]>({
  create: find,
  update: (value, { startState, state }) =>
    syntaxTree(startState) === syntaxTree(state) ? value : find(state),
});

/** The choices that were made here, by the place where the callout begins. */
const chosenField = StateField.define<ReadonlyMap<number, boolean>>({
  create: () => new Map(),
  update: (value, { changes, docChanged, effects }) => {
    const asked = effects.filter((effect) => effect.is(setCalloutFolded));
    if (asked.length === 0 && (!docChanged || value.size === 0)) return value;
    const chosen = new Map([...value].map(([from, isFolded]) => [changes.mapPos(from, 1), isFolded]));
    for (const { value: each } of asked) chosen.set(each.from, each.isFolded);
    return chosen;
  },
});

export const calloutState = [calloutsField, chosenField];

/** @returns those in quotes and lists, in the order in which they begin */
export function calloutsOf(state: EditorState): readonly FoundCallout[] {
  return state.field(calloutsField, false) ?? [];
}

/** @returns the same object as long as nothing is folded or unfolded */
export function chosenFolds(state: EditorState): ReadonlyMap<number, boolean> | undefined {
  return state.field(chosenField, false);
}

/** @returns whether it is folded; undefined for one that does not fold */
export function isCalloutFolded(state: EditorState, { from, mark }: FoundCallout): boolean | undefined {
  return mark.fold === undefined ? undefined : (chosenFolds(state)?.get(from) ?? mark.fold === 'folded');
}

const HOLDERS = ['Blockquote', 'BulletList', 'OrderedList'];
const MAY_HOLD: ReadonlySet<string> = new Set([...HOLDERS, 'ListItem', 'FootnoteDefinition']);
const NONE: readonly FoundCallout[] = [];
// With places from where the block begins.
const known: FoundInBlocks<readonly FoundCallout[]> = new WeakMap();

function find(state: EditorState): readonly FoundCallout[] {
  const tree = syntaxTree(state);
  const holders = findInBlocks(tree, HOLDERS, known, (block, from) => findIn(state, block, from));
  if (holders.length === 0) return NONE;
  return holders
    .flatMap(({ from, fact }) =>
      fact.map((each) => ({ ...each, from: from + each.from, to: from + each.to })),
    )
    .sort((one, other) => one.from - other.from);
}

/** By the block's own tree: from the page's, each block would be looked for from its beginning. */
function findIn(state: EditorState, block: Tree, start: number): readonly FoundCallout[] | undefined {
  if (!state.sliceDoc(start, start + block.length).includes('[!')) return undefined;
  const found: FoundCallout[] = [];
  block.iterate({
    enter: ({ name, node, from, to }) => {
      if (!MAY_HOLD.has(name)) return false;
      if (name !== 'Blockquote') return true;
      const { to: end } = state.doc.lineAt(start + from);
      const mark = calloutOf(node, (at) => state.sliceDoc(start + at, end));
      if (mark) found.push({ from, to, mark });
      return true;
    },
  });
  return found.length === 0 ? undefined : found;
}
