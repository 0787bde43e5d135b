/** Writing links: their popover, their keys, what is pasted, and the titles that they show. */
import { type Extension, Prec } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { addressAtCaret } from './follow-links.ts';
import { hiddenLinks } from './hidden-links.ts';
import type { LinkablePages } from './linkable-page.ts';
import { linkPopovers, lookAtLinks } from './look-at-links.ts';
import { pageTitlesOf } from './page-titles-of.ts';
import { pasteLinks } from './paste-links.ts';
import { shownIcons, shownTitles, titlesChanged } from './shown-titles.ts';
import { wikiLinkAt, wikiPlaces } from './wiki-link-at.ts';
import { wikiPagesOf } from './wiki-pages-of.ts';

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
