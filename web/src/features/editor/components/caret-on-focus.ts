/**
 * The caret is where it was as soon as the focus returns. The browser puts it at the beginning, and CodeMirror mends that
 * a moment later: whoever closes a dialog and types on at once would write there.
 */
import { EditorView } from '@codemirror/view';

export const caretOnFocus = EditorView.domEventHandlers({
  focus: (_event, view) => {
    // A pointer says itself where it belongs.
    if (view.contentDOM.matches(':active')) return;
    const { from, to, anchor, head } = view.state.selection.main;
    // What is out of sight is not drawn.
    if (from < view.viewport.from || to > view.viewport.to) return;
    const start = view.domAtPos(anchor);
    const end = view.domAtPos(head);
    view.contentDOM.ownerDocument
      .getSelection()
      ?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
  },
});
