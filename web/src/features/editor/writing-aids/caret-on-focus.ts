/**
 * The caret is where it was as soon as the focus returns. The browser puts it at the beginning, and CodeMirror mends that
 * a moment later: a person who closes a dialog and types on at once would write there.
 */
import { EditorView } from '@codemirror/view';

export const caretOnFocus = EditorView.domEventHandlers({
  focus: (_event, view) => {
    // A pointer says itself where it belongs.
    if (view.contentDOM.matches(':active')) return;
    const { anchor, head } = view.state.selection.main;
    const start = view.domAtPos(anchor);
    const end = view.domAtPos(head);
    // In what is not drawn as it is written, as a table, the place would be another: that, CodeMirror knows better.
    if (view.posAtDOM(start.node, start.offset) !== anchor) return;
    if (view.posAtDOM(end.node, end.offset) !== head) return;
    view.contentDOM.ownerDocument
      .getSelection()
      ?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
  },
});
