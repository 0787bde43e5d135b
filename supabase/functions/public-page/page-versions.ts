/**
 * A page as a document. Its text and the document are kept by the page's version, so that a page that many read is read
 * and rendered once; whether it is public, what is shared around it, and which of its links are public, and called how, is asked of the database each
 * time.
 */

import { withFewAccents } from '../../../markdown/src/text/accents.ts';
import { pageDocument } from './document/documents.ts';
import {
  type PublicFile,
  type PublicPage,
  type PublicPlace,
  readPublicFiles,
  readPublicPagesAmong,
  readPublicText,
  readPublicTitles,
  type SaidLink,
} from './pages.ts';
import { PublicFiles } from './public-files.ts';
import { type LinkedPages, linkedPages, renderMarkdown, saidKey, saidLinks } from './text/render-markdown.ts';
import { DrawingTurns } from './work/drawing-turns.ts';
import { RecentWork } from './work/recent-work.ts';
import { SharedWork } from './work/shared-work.ts';

interface PageText {
  readonly content: string;
  readonly linked: readonly string[];
  readonly said: readonly SaidLink[];
}

// The most characters, or bytes, that are kept. The longest text has room.
const MOST_KEPT = 8 * 1024 * 1024;

const texts = new RecentWork<PageText | undefined>(
  MOST_KEPT,
  (text) => (text?.content.length ?? 0) + JSON.stringify([text?.linked, text?.said]).length,
);
// By the page's version, too: a text may have thousands of links.
const links = new SharedWork<Omit<LinkedPages, 'tree'>>();
const filesOf = new SharedWork<readonly PublicFile[]>();
const turns = new DrawingTurns();
const documents = new RecentWork<Uint8Array<ArrayBuffer>>(MOST_KEPT, (bytes) => bytes.length);

/**
 * @param network the reader's
 * @returns its bytes, as encoding them takes longer than sending them; undefined when the page is not public any more
 */
export async function documentOf(
  page: PublicPage,
  place: PublicPlace,
  site: string,
  network: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const version = `${page.id} ${page.updated_at}`;
  const text = await texts.get(version, async () => {
    const content = await readPublicText(page.id);
    return content === undefined
      ? undefined
      : { content, linked: linkedPages(content), said: saidLinks(content) };
  });
  if (!text) return undefined;
  const [linked, files] = await Promise.all([
    links.do(version, () => readLinks(page.id, text)),
    text.content.includes('/files/') ? filesOf.do(version, () => readPublicFiles(page.id)) : [],
  ]);
  // A look is no part of a version.
  const name = JSON.stringify([
    site,
    version,
    page.look,
    place,
    [...linked.open].sort(),
    [...linked.titles].sort(),
    files,
  ]);
  const draw = async () => {
    const shown = { ...linked, tree: place.tree };
    const rendered = await renderMarkdown(text.content, site, shown, new PublicFiles(page.id, site, files));
    return new TextEncoder().encode(withFewAccents(pageDocument(page, rendered, place, site)));
  };
  return documents.get(name, () => turns.draw({ page: page.id, network }, text.content.length, draw));
}

async function readLinks(id: string, { linked, said }: PageText): Promise<Omit<LinkedPages, 'tree'>> {
  const [open, titles] = await Promise.all([readPublicPagesAmong(linked), readPublicTitles(id, said)]);
  return { open: new Set(open), titles: new Map(titles.map((link) => [saidKey(link), link.name])) };
}
