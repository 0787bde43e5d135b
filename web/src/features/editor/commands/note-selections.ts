/**
 * What was selected before a step, for its undo. The library notes the place where the selection will be, measured in the text
 * as it was: after a step that moves text, such as sorting a table, that is anywhere.
 */
import { type Extension, Prec, type SelectionRange } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { type YSyncConfig, ySyncAnnotation, ySyncFacet } from 'y-codemirror.next';
import { SELECTION_BEFORE, type SelectionBefore, type UndoStep, undoHistory } from './undo-history.ts';

// Before the library writes the step into the shared text.
export const noteSelections: Extension = Prec.highest(
  ViewPlugin.define(({ state }) => {
    const manager = state.facet(undoHistory)?.manager;
    let before: SelectionBefore | undefined;
    const note = ({ stackItem, type }: { readonly stackItem: UndoStep; readonly type: 'undo' | 'redo' }) => {
      if (type === 'undo' && before) stackItem.meta.set(SELECTION_BEFORE, before);
    };
    manager?.on('stack-item-added', note);
    return {
      update: ({ docChanged, startState, transactions }) => {
        const isHeard = transactions.some((one) => one.annotation(ySyncAnnotation) !== undefined);
        if (docChanged && !isHeard) before = placeOf(startState.facet(ySyncFacet), startState.selection.main);
      },
      destroy: () => manager?.off('stack-item-added', note),
    };
  }),
);

function placeOf(text: YSyncConfig, range: SelectionRange): SelectionBefore {
  const place = text.toYRange(range);
  return () => text.fromYRange(place);
}
