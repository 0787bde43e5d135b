/** Updates an editor. Where the update ends in the middle, by a fault of CodeMirror or of a decoration, the editor is drawn anew. */
import type { Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/**
 * For `dispatchTransactions`.
 * @throws where the transactions were not taken, or the editor cannot be drawn: nobody can write in it then
 */
export function updateView(transactions: readonly Transaction[], view: EditorView): void {
  try {
    view.update(transactions);
  } catch (error) {
    if (view.state !== transactions.at(-1)?.state) throw error;
    reportError(error);
    drawAnew(view);
  }
}

/** A part is drawn as it was before: letters that are typed there would be read as others, at other places. */
function drawAnew(view: EditorView): void {
  try {
    view.setState(view.state);
  } catch (error) {
    view.dom.inert = true;
    throw error;
  }
}
