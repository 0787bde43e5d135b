/** Writing links: their popover, their keys, what is pasted, and the titles that they show. */
import { type Extension, Prec } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import type { LinkablePages } from '../../linked-pages/linkable-page.ts';
import { pageTitlesOf } from '../../linked-pages/page-titles-of.ts';
import { shownIcons, shownTitles, titlesChanged } from '../../linked-pages/shown-titles.ts';
import { wikiPagesOf } from '../../linked-pages/wiki-pages-of.ts';
import { wikiLinkAt, wikiPlaces } from '../wiki-link/wiki-link-at.ts';
import { addressAtCaret } from './follow-links.ts';
import { hiddenLinks } from './hidden-links.ts';
import { pasteLinks } from './paste-links.ts';
import { linkPopovers, lookAtLinks } from './popover/look-at-links.ts';

export function linkWriting(pages: LinkablePages): Extension {
  const titles = pageTitlesOf(pages);
  const wiki = wikiPagesOf(pages);
  return [
    linkPopovers,
    lookAtLinks,
    hiddenLinks,
    pasteLinks(pages),
    Prec.lowest(shownTitles.of((address, text) => titles.titleFor(address, text))),
    shownIcons.of((address) => titles.iconFor(address)),
    wikiPlaces.of((link) => wiki.find(link)),
    addressAtCaret.of((state) => {
      const found = wikiLinkAt(state, state.selection.main.head);
      const place = found && wiki.find(found.link);
      return place && 'address' in place ? place.address : undefined;
    }),
    ViewPlugin.define((view) => {
      const tell = () => view.dispatch({ effects: titlesChanged.of(null) });
      const ends = [titles.subscribe(tell), wiki.subscribe(tell)];
      return {
        destroy: () => {
          for (const end of ends) end();
        },
      };
    }),
  ];
}
