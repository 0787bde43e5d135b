/** A place in the text, for what opens beside it. */
import type { EditorView } from '@codemirror/view';
import type { PopoverPlace } from '../../../ui/palette/picker-popover.tsx';

/** @returns the place of a piece of text, of its first row where it has several; it moves with the text */
export function textPlace(view: EditorView, from: number, to: number): PopoverPlace {
  return {
    contextElement: view.contentDOM,
    getBoundingClientRect: () => {
      const { length } = view.state.doc;
      const start = view.coordsAtPos(Math.min(from, length), 1);
      const end = view.coordsAtPos(Math.min(to, length), -1);
      // Out of sight, as while the page is scrolled: the text's corner.
      if (!start) return view.contentDOM.getBoundingClientRect();
      const isOneRow = end !== null && Math.abs(end.top - start.top) < 2;
      return new DOMRect(
        start.left,
        start.top,
        isOneRow ? Math.max(0, end.left - start.left) : 0,
        (end && !isOneRow ? end.bottom : start.bottom) - start.top,
      );
    },
  };
}
