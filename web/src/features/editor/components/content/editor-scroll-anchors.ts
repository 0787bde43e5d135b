/** The place where the lines of the editor are in the window. */
import type { EditorView } from '@codemirror/view';
import type { ScrollAnchors } from '../../../../lib/browser/scroll-anchors.ts';

export function editorScrollAnchors(view: EditorView): ScrollAnchors {
  const isShown = () => view.dom.offsetParent !== null;
  return {
    at: (y) => {
      if (!isShown()) return undefined;
      const height = y - view.documentTop;
      const { from, top } = view.lineBlockAtHeight(height);
      return { position: from, offsetPx: height - top };
    },
    find: ({ position, offsetPx }) =>
      isShown()
        ? view.documentTop + view.lineBlockAt(Math.min(position, view.state.doc.length)).top + offsetPx
        : undefined,
  };
}
