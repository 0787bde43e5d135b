/** The caret stays in its block while somebody else moves it, and letters that were on their way go along. */
import type { EditorSelection, Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { ySyncAnnotation } from 'y-codemirror.next';
import type * as Y from 'yjs';
import { watchMoves } from '../state/together/typed-in-moved.ts';

export function followMoves(text: Y.Text): Extension {
  return ViewPlugin.define((view) => {
    let before: EditorSelection = view.state.selection;
    const stop = watchMoves(text, () => {
      const { anchor, head } = before.main;
      return (placeOf) => {
        const [from, to] = [placeOf(anchor), placeOf(head)];
        if (from === undefined && to === undefined) return;
        const { main } = view.state.selection;
        view.dispatch({ selection: { anchor: from ?? main.anchor, head: to ?? main.head } });
      };
    });
    return {
      update: ({ transactions, startState }) => {
        const isHeard = transactions.some((one) => one.annotation(ySyncAnnotation) !== undefined);
        if (isHeard) before = startState.selection;
      },
      destroy: stop,
    };
  });
}
