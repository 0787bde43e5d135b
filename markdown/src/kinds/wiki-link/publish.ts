/** A wiki link as HTML: it leads to a page that is known here, and is the words as they are written otherwise. */
import type { Printers, Printing } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { WikiLinkNode } from './node.ts';
import { partOf } from './part-of.ts';
import { wikiTitle } from './syntax.ts';

export const publish: Pick<Printers, 'wikiLink'> = {
  wikiLink: { print: printWikiLink, letters: ({ words }) => words },
};

/** It leads to a page that is known here; to any other it is the words that are written. */
function printWikiLink({ link }: WikiLinkNode, { surroundings }: Printing): string {
  const page = link.target === '' ? undefined : surroundings.wikiPage(link.target);
  const words = escapeHtml(link.alias ?? wikiTitle(page?.name.trim() || link.target, link));
  const anchor = partOf(link);
  const address = page ? `${page.address}${anchor}` : link.target === '' ? anchor : '';
  if (address === '') return words;
  return `<a${link.isEmbed ? ' class="page-embed"' : ''} href="${escapeHtml(address)}">${words}</a>`;
}
