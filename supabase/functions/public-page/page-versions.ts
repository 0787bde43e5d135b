/**
 * A page as a document. Its text and the document are kept by the page's version, so that a page that many read is read
 * and rendered once; whether it is public, and which of its links are, is asked of the database each time.
 */
import { pageDocument } from './documents.ts';
import { type PublicPage, readPublicPagesAmong, readPublicText } from './pages.ts';
import { RecentWork } from './recent-work.ts';
import { linkedPages, renderMarkdown } from './render-markdown.ts';
import { SharedWork } from './shared-work.ts';

interface PageText {
  readonly content: string;
  readonly linked: readonly string[];
}

// Of characters, or bytes. The longest text has room.
const MOST_KEPT = 8 * 1024 * 1024;

const texts = new RecentWork<PageText | undefined>(
  MOST_KEPT,
  (text) => (text?.content.length ?? 0) + (text?.linked.join().length ?? 0),
);
// By the page's version, too: a text may have thousands of links.
const openPages = new SharedWork<string[]>();
const documents = new RecentWork<Uint8Array<ArrayBuffer>>(MOST_KEPT, (bytes) => bytes.length);

/** @returns its bytes, as encoding them takes longer than sending them; undefined when the page is not public any more */
export async function documentOf(
  page: PublicPage,
  site: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const version = `${page.id} ${page.updated_at}`;
  const text = await texts.get(version, async () => {
    const content = await readPublicText(page.id);
    return content === undefined ? undefined : { content, linked: linkedPages(content) };
  });
  if (!text) return undefined;
  const open = await openPages.do(version, () => readPublicPagesAmong(text.linked));
  const name = [site, version, ...open.toSorted()].join(' ');
  return documents.get(name, async () => {
    const html = renderMarkdown(text.content, site, new Set(open));
    return new TextEncoder().encode(pageDocument(page, html, site));
  });
}
