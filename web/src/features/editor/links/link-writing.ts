/** Writing links: their popover, their keys, what is pasted, and the titles that they show. */
import { type Extension, Prec } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import { getFormerNames } from '../api/former-names.ts';
import type { LinkablePages } from '../writing-aids/linkable-page.ts';
import { hiddenLinks } from './hidden-links.ts';
import { linkPopovers, lookAtLinks } from './look-at-links.ts';
import { PageTitles } from './page-titles.ts';
import { pasteLinks } from './paste-links.ts';
import { shownTitles, titlesChanged } from './shown-titles.ts';

export function linkWriting(pages: LinkablePages): Extension {
  const titles = new PageTitles(pages, getFormerNames);
  return [
    linkPopovers,
    lookAtLinks,
    hiddenLinks,
    pasteLinks(pages),
    Prec.lowest(shownTitles.of((address, text) => titles.titleFor(address, text))),
    ViewPlugin.define((view) => ({
      destroy: titles.subscribe(() => view.dispatch({ effects: titlesChanged.of(null) })),
    })),
  ];
}
