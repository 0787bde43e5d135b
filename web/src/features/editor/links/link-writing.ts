/** Writing links: their popover, their keys, what is pasted, and the titles that they show. */
import { type Extension, Prec } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import type { LinkablePages } from '../writing-aids/linkable-page.ts';
import { hiddenLinks } from './hidden-links.ts';
import { linkPopovers, lookAtLinks } from './look-at-links.ts';
import { pageTitlesOf } from './page-titles-of.ts';
import { pasteLinks } from './paste-links.ts';
import { shownIcons, shownTitles, titlesChanged } from './shown-titles.ts';

export function linkWriting(pages: LinkablePages): Extension {
  const titles = pageTitlesOf(pages);
  return [
    linkPopovers,
    lookAtLinks,
    hiddenLinks,
    pasteLinks(pages),
    Prec.lowest(shownTitles.of((address, text) => titles.titleFor(address, text))),
    shownIcons.of((address) => titles.iconFor(address)),
    ViewPlugin.define((view) => ({
      destroy: titles.subscribe(() => view.dispatch({ effects: titlesChanged.of(null) })),
    })),
  ];
}
