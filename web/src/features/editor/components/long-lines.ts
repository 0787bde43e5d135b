/**
 * CodeMirror draws no more of a very long line than is in sight, and a gap for the rest. The first time, before it has
 * measured anything, it draws that gap as wide as it should be high, finds the line short, and draws all of it: seconds
 * for 100 KB. The caret in the gap makes it draw that one again.
 */
import type { EditorView } from '@codemirror/view';

const LONG = 20_000;

/** To be called before the view is measured. */
export function measureLongLines(view: EditorView): void {
  const { main } = view.state.selection;
  const long = view.viewportLineBlocks.filter(({ length }) => length > LONG);
  if (long.length === 0) return;
  for (const { from, length } of long) view.dispatch({ selection: { anchor: from + (length >> 1) } });
  view.dispatch({ selection: main });
}
