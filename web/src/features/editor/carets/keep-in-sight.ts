/** Scrolls to the caret of the person who is followed, and after it while it moves. */
import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { followedPerson, watchFollowed } from '../../../lib/following.ts';
import type { Caret, Carets } from '../state/carets.ts';
import { TEXT_FIELDS } from '../state/page-texts.ts';

// Away from the edges, and from what stands over them.
const MARGIN_PX = 96;

export function keepInSight(carets: Carets): Extension {
  return ViewPlugin.define((view) => {
    let shown: string | undefined;
    let frame: number | undefined;
    const look = () => {
      frame = undefined;
      const userId = followedPerson();
      if (userId === undefined) shown = undefined;
      const caret = userId === undefined ? undefined : latestCaret(carets, userId);
      const isHidden = view.dom.offsetParent === null;
      if (!caret || isHidden) return;
      const place = `${caret.field} ${caret.head}`;
      if (place === shown) return;
      show(view, caret, shown === undefined);
      shown = place;
    };
    // Not within an update of the editor, and once however many messages come.
    const lookSoon = () => {
      frame ??= requestAnimationFrame(look);
    };
    const stops = [carets.subscribe(lookSoon), watchFollowed(lookSoon)];
    lookSoon();
    return {
      update: ({ docChanged, geometryChanged }) => {
        if (docChanged || geometryChanged) lookSoon();
      },
      destroy: () => {
        for (const stop of stops) stop();
        if (frame !== undefined) cancelAnimationFrame(frame);
      },
    };
  });
}

/** A person may have the page open more than once. */
function latestCaret(carets: Carets, userId: string): Caret | undefined {
  return TEXT_FIELDS.flatMap((field) => carets.in(field))
    .filter((caret) => caret.userId === userId)
    .toSorted((one, other) => other.movedAt - one.movedAt)[0];
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
