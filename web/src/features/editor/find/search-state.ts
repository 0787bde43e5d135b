/** The editor's search: its query, and the marks on its results. React draws the bar that asks. */
import { closeSearchPanel, openSearchPanel, search } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { keepRevealed } from '../live-preview/reveal.ts';

const prepared = new WeakSet<EditorView>();

export function startSearch(view: EditorView): void {
  if (!prepared.has(view)) {
    prepared.add(view);
    // CodeMirror marks matches while its panel is open; this one is empty, and out of sight.
    const createPanel = () => {
      const dom = document.createElement('div');
      dom.hidden = true;
      return { dom };
    };
    view.dispatch({ effects: StateEffect.appendConfig.of(search({ createPanel })) });
  }
  openSearchPanel(view);
  view.dispatch({ effects: keepRevealed.of(true) });
}

export function endSearch(view: EditorView): void {
  closeSearchPanel(view);
  view.dispatch({ effects: keepRevealed.of(false) });
}
