/**
 * CodeMirror draws no more of a very long line than is in sight, and a gap for the rest. The first time, before it has
 * measured anything, it draws that gap as wide as it should be high, finds the line short, and draws all of it: seconds
 * for 100 KB. The caret in the gap makes it draw that one again.
 */
import type { TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

const LONG = 20_000;

export function hasLongLine(text: string): boolean {
  for (let at = 0, end = 0; text.length - at > LONG; at = end + 1) {
    end = text.indexOf('\n', at);
    if (end < 0 || end - at > LONG) return true;
  }
  return false;
}

/**
 * To be called before the view is measured.
 * @param create makes a view of plain text: it is drawn three times
 * @param last what gives it its looks
 */
export function withMeasuredLines(
  parent: HTMLElement,
  create: () => EditorView,
  last: TransactionSpec,
): EditorView {
  const wasHidden = parent.hidden;
  // Each drawing would be laid out as well.
  parent.hidden = true;
  const view = create();
  const { main } = view.state.selection;
  const long = view.viewportLineBlocks.filter(({ length }) => length > LONG);
  for (const { from, length } of long) view.dispatch({ selection: { anchor: from + (length >> 1) } });
  view.dispatch({ selection: main, ...last });
  parent.hidden = wasHidden;
  return view;
}
