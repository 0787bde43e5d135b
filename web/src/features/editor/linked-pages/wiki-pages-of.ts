/** Which pages wiki links mean, known once for all that shows links: the page that is written, read and printed. */
import { getOtherwiseNamed } from '../api/other-names.ts';
import type { LinkablePages } from './linkable-page.ts';
import { WikiPages } from './wiki-pages.ts';

const known = new WeakMap<LinkablePages, WikiPages>();

export function wikiPagesOf(pages: LinkablePages): WikiPages {
  const wiki = known.get(pages) ?? new WikiPages(pages, getOtherwiseNamed);
  known.set(pages, wiki);
  return wiki;
}
