/** The titles of a workspace's pages, known once for all that shows links: the page that is written, read and printed. */
import { getFormerNames } from '../api/other-names.ts';
import type { LinkablePages } from './linkable-page.ts';
import { PageTitles } from './page-titles.ts';

const known = new WeakMap<LinkablePages, PageTitles>();

export function pageTitlesOf(pages: LinkablePages): PageTitles {
  const titles = known.get(pages) ?? new PageTitles(pages, getFormerNames);
  known.set(pages, titles);
  return titles;
}
