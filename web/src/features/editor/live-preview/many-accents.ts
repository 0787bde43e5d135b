/**
 * A letter with thousands of accents: browsers take the square of their number to place them, so a few are drawn. The reading view and
 * the public page have the same bound.
 */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type EditorView, ViewPlugin, WidgetType } from '@codemirror/view';
import { MANY_ACCENTS, MORE_ACCENTS, SHOWN_ACCENTS } from '../../../../../markdown/src/text/accents.ts';

class AccentsWidget extends WidgetType {
  toDOM(): HTMLElement {
    const note = document.createElement('span');
    note.className = 'accents-note';
    note.textContent = MORE_ACCENTS;
    return note;
  }
}

const MORE = Decoration.replace({ widget: new AccentsWidget() });

function find({ state, visibleRanges }: EditorView) {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (const { 0: accents, index } of state.sliceDoc(from, to).matchAll(MANY_ACCENTS))
      found.add(from + index + SHOWN_ACCENTS, from + index + accents.length, MORE);
  }
  return found.finish();
}

export const fewAccents: Extension = ViewPlugin.define(
  (view) => ({
    found: find(view),
    update({ docChanged, viewportChanged, view: changed }) {
      if (docChanged || viewportChanged) this.found = find(changed);
    },
  }),
  { decorations: ({ found }) => found },
);
