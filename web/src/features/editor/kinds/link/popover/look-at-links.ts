/** Opens and closes the popover of a link as the caret moves. */
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { isPreviewing } from '../../../view/reveal.ts';
import { wikiLinkAt } from '../../wiki-link/wiki-link-at.ts';
import { linkAt } from '../link-at.ts';
import { closeLink, openField, openLink, openLinkOf } from '../link-popover-state.ts';

/** If links show only their texts, the popover shows the rest: when the caret comes into one, or it is clicked. */
export const lookAtLinks: Extension = [
  EditorState.transactionExtender.of((transaction) => {
    const { startState, newSelection, docChanged } = transaction;
    const isMove = transaction.isUserEvent('select') && !transaction.isUserEvent('select.pointer');
    if (docChanged || !transaction.selection || !isMove || !newSelection.main.empty) return null;
    if (!isPreviewing(startState)) return null;
    const { head } = newSelection.main;
    const wiki = wikiLinkAt(startState, head);
    if (wiki) return { effects: openLink.of({ kind: 'wiki', from: wiki.from, to: wiki.to }) };
    const link = linkAt(startState, head);
    if (!link || head < link.textFrom || head > link.textTo) return null;
    return { effects: openLink.of({ kind: 'look', from: link.from, to: link.to }) };
  }),
  EditorView.domEventHandlers({
    click: (event, view) => {
      const shown = event.target instanceof Element ? event.target.closest('[data-href], [data-wiki]') : null;
      if (!shown || event.ctrlKey || event.metaKey || !view.state.selection.main.empty) return false;
      const wiki = wikiLinkAt(view.state, view.state.selection.main.head);
      if (wiki && shown.matches('[data-wiki]')) {
        view.dispatch({ effects: openLink.of({ kind: 'wiki', from: wiki.from, to: wiki.to }) });
        return false;
      }
      const link = linkAt(view.state, view.posAtDOM(shown));
      if (link) view.dispatch({ effects: openLink.of({ kind: 'look', from: link.from, to: link.to }) });
      return false;
    },
  }),
];

export const linkPopovers: Extension = [
  openField,
  Prec.high(
    keymap.of([
      {
        key: 'Escape',
        run: (view) => {
          if (!openLinkOf(view.state)) return false;
          view.dispatch({ effects: closeLink.of(null) });
          return true;
        },
      },
    ]),
  ),
];
