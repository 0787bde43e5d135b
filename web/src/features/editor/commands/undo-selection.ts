/**
 * What was selected before a step, for its undo. The library notes the place where the selection will be, measured in the text
 * as it was: after a step that moves text, such as sorting a table, that is anywhere.
 */
import type { EditorState, Extension, SelectionRange } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { YRange, ySyncAnnotation, ySyncFacet } from 'y-codemirror.next';
import type * as Y from 'yjs';

const BEFORE = 'trellis-selection-before';

/** To come before the extension that writes the steps into the shared text. */
export function noteSelections(manager: Y.UndoManager): Extension {
  let before: YRange | undefined;
  manager.on('stack-item-added', ({ stackItem, type }) => {
    if (type === 'undo' && before) stackItem.meta.set(BEFORE, before);
  });
  return ViewPlugin.define(() => ({
    update: ({ docChanged, startState, transactions }) => {
      const isHeard = transactions.some((one) => one.annotation(ySyncAnnotation) !== undefined);
      if (docChanged && !isHeard) before = startState.facet(ySyncFacet).toYRange(startState.selection.main);
    },
  }));
}

/** @returns where that is now; undefined where nothing was noted */
export function selectionBefore(
  state: EditorState,
  step: Y.UndoManager['undoStack'][number],
): SelectionRange | undefined {
  const before: unknown = step.meta.get(BEFORE);
  return before instanceof YRange ? state.facet(ySyncFacet).fromYRange(before) : undefined;
}
