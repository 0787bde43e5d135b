/** The texts that are formatted one by one, where the selection is of such: each of the selected cells. */
import { type EditorState, Facet } from '@codemirror/state';

export interface Part {
  readonly from: number;
  readonly to: number;
}

export const formattedRanges = Facet.define<(state: EditorState) => readonly Part[] | undefined>();

/** @returns undefined where the selection is one text */
export function formattedParts(state: EditorState): readonly Part[] | undefined {
  for (const partsOf of state.facet(formattedRanges)) {
    const parts = partsOf(state);
    if (parts) return parts;
  }
  return undefined;
}
