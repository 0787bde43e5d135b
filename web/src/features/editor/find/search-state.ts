/** The editor's search: its query, and the marks on its results. React draws the bar that asks. */
import { closeSearchPanel, findNext, openSearchPanel, type SearchQuery, search } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { keepRevealed } from '../view/reveal.ts';

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

/** A person who looks for words and leaves the bar wants to be there, also without a step to them. */
export function goToMatch(view: EditorView, query: SearchQuery): void {
  if (query.search === '' || !query.valid) return;
  const { from, to } = view.state.selection.main;
  const match = query.getCursor(view.state, from, to).next();
  if (match.done || match.value.from !== from || match.value.to !== to) findNext(view);
}

export function endSearch(view: EditorView): void {
  closeSearchPanel(view);
  view.dispatch({ effects: keepRevealed.of(false) });
}
