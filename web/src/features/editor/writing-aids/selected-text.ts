/**
 * Selected text has the colour of ink. While the editor has the keys the browser sees to that (`::selection`); while a
 * field or a dialog has them the browser knows of no selection here, and the editor draws it alone.
 */
import { type Extension, Prec, type Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const SELECTED = Decoration.mark({ class: 'cm-selected-text' });

class SelectedText {
  marks: DecorationSet;

  constructor(view: EditorView) {
    this.marks = marksIn(view);
  }

  update({ view, docChanged, selectionSet, viewportChanged, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || viewportChanged || focusChanged) this.marks = marksIn(view);
  }
}

function marksIn(view: EditorView): DecorationSet {
  if (view.hasFocus) return Decoration.none;
  const marks: Range<Decoration>[] = [];
  for (const range of view.state.selection.ranges) {
    const from = Math.max(range.from, view.viewport.from);
    const to = Math.min(range.to, view.viewport.to);
    if (from < to) marks.push(SELECTED.range(from, to));
  }
  return Decoration.set(marks);
}

// The lowest goes around all others, whose colours it overrules.
export const selectedText: Extension = Prec.lowest(
  ViewPlugin.fromClass(SelectedText, { decorations: ({ marks }) => marks }),
);
