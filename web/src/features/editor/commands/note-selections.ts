/**
 * What was selected before a step is selected again by its undo. The library notes the place where the selection will be, measured
 * in the text as it was: after a step that moves text, such as sorting a table, that is anywhere.
 */
import { type Extension, Prec } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { YRange, ySyncAnnotation, ySyncFacet } from 'y-codemirror.next';
import { type UndoStep, undoHistory } from './undo-history.ts';

// Before the library writes the step into the shared text.
export const noteSelections: Extension = Prec.highest(
  ViewPlugin.define(({ state }) => {
    const manager = state.facet(undoHistory)?.manager;
    let before: YRange | undefined;
    // Asked after the library, whose note it replaces.
    const note = ({ stackItem, type }: { readonly stackItem: UndoStep; readonly type: 'undo' | 'redo' }) => {
      if (type !== 'undo' || !before) return;
      for (const [key, noted] of stackItem.meta) if (noted instanceof YRange) stackItem.meta.set(key, before);
    };
    manager?.on('stack-item-added', note);
    return {
      update: ({ docChanged, startState, transactions }) => {
        const isHeard = transactions.some((one) => one.annotation(ySyncAnnotation) !== undefined);
        if (docChanged && !isHeard) before = startState.facet(ySyncFacet).toYRange(startState.selection.main);
      },
      destroy: () => manager?.off('stack-item-added', note),
    };
  }),
);
