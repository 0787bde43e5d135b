/** Scrolls the editor to the caret of the person who is followed, and after it while it moves. */
import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type { Caret, Carets } from '../../document/carets/carets.ts';
import { watchFollowedCaret } from './followed-caret.ts';

// Away from the edges, and from what stands over them.
const MARGIN_PX = 96;

export function keepInSight(carets: Carets): Extension {
  return ViewPlugin.define((view) => {
    const followed = watchFollowedCaret(carets, (caret, isJump) => {
      const isHidden = view.dom.offsetParent === null;
      if (!isHidden) show(view, caret, isJump);
      return !isHidden;
    });
    return {
      update: ({ docChanged, geometryChanged }) => {
        if (docChanged || geometryChanged) followed.look();
      },
      destroy: followed.stop,
    };
  });
}

function show(view: EditorView, { field, head }: Caret, isJump: boolean): void {
  if (field !== 'content') {
    view.dom.closest('.page-screen')?.scrollIntoView();
    return;
  }
  const place = Math.min(head, view.state.doc.length);
  const y = isJump ? 'center' : 'nearest';
  view.dispatch({ effects: EditorView.scrollIntoView(place, { y, yMargin: MARGIN_PX }) });
}
