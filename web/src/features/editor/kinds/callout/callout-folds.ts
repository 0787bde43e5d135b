/** Folded callouts show their first line. One that the caret comes into, by a search or an arrow, is shown whole. */
import { type EditorState, type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { HIDDEN } from '../../view/decorations.ts';
import { isRevealed, revealedSpans } from '../../view/reveal.ts';
import { calloutsOf, chosenFolds, type FoundCallout, isCalloutFolded } from './callout-state.ts';

export const calloutFolds = StateField.define<DecorationSet>({
  create: fold,
  update: (value, { startState, state }) =>
    calloutsOf(startState) === calloutsOf(state) &&
    chosenFolds(startState) === chosenFolds(state) &&
    revealedSpans(startState) === revealedSpans(state)
      ? value
      : fold(state),
  provide: (field) => EditorView.decorations.from(field),
});

/** @returns what is out of sight while it is folded; undefined for one that is shown whole */
export function hiddenBody(
  state: EditorState,
  callout: FoundCallout,
): { readonly from: number; readonly to: number } | undefined {
  if (!isCalloutFolded(state, callout)) return undefined;
  const { to: from } = state.doc.lineAt(callout.from);
  const { to } = state.doc.lineAt(callout.to);
  return to <= from || isRevealed(state, from + 1, to) ? undefined : { from, to };
}

function fold(state: EditorState): DecorationSet {
  const out: Range<Decoration>[] = [];
  let foldedTo = -1;
  for (const callout of calloutsOf(state)) {
    const body = callout.from < foldedTo ? undefined : hiddenBody(state, callout);
    if (!body) continue;
    out.push(HIDDEN.range(body.from, body.to));
    foldedTo = body.to;
  }
  return Decoration.set(out);
}
