/** Undo and redo as menus and touch keyboards ask for them. */
import { EditorView } from '@codemirror/view';
import { redo, undo } from './undo-history.ts';

export const undoInput = EditorView.domEventHandlers({
  beforeinput({ inputType }, view) {
    if (inputType === 'historyUndo') return undo(view);
    return inputType === 'historyRedo' && redo(view);
  },
});
