/**
 * The caret goes back with a step: what was selected before it is selected again by its undo, wherever that text went meanwhile.
 * Lines that come back, come to where they were.
 */
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type * as Y from 'yjs';
import { keepLinesApart } from '../../../document/moves/writing/keep-lines-apart.ts';
import { type CaretOfStep, caretAt, caretOfStep, noteCaret } from '../../../document/undo/undo-steps.ts';
import { areTyped } from '../../shared-text/shared-text.ts';
import { type UndoStep, undoHistory } from './undo-history.ts';

export function stepCarets(text: Y.Text): Extension {
  let before: CaretOfStep | undefined;
  let now: CaretOfStep | undefined;
  const plugin = ViewPlugin.define((view) => {
    const manager = view.state.facet(undoHistory)?.manager;
    const note = ({ stackItem }: { readonly stackItem: UndoStep }) => {
      const caret = manager?.undoing || manager?.redoing ? now : before;
      if (caret) noteCaret(stackItem, caret);
    };
    const goBack = ({ stackItem }: { readonly stackItem: UndoStep }) => {
      const caret = caretOfStep(stackItem, text);
      if (caret) view.dispatch({ selection: caret, effects: EditorView.scrollIntoView(caret.head) });
    };
    manager?.on('stack-item-added', note);
    manager?.on('stack-item-popped', goBack);
    const stop = manager && keepLinesApart(text, manager);
    return {
      update: (update) => {
        if (update.docChanged && areTyped(update)) before = caretAt(text, update.startState.selection.main);
      },
      destroy: () => {
        manager?.off('stack-item-added', note);
        manager?.off('stack-item-popped', goBack);
        stop?.();
      },
    };
  });
  return [
    // Before the step is written into the shared text, and after that.
    Prec.highest(plugin),
    EditorView.updateListener.of((update) => {
      before = undefined;
      if ((update.selectionSet || update.docChanged) && areTyped(update))
        now = caretAt(text, update.state.selection.main);
    }),
  ];
}
