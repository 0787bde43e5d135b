/**
 * GET /public-page/<page id>: a page that is public, as a document for people without an account. Whatever is not public,
 * for whichever reason, gets the same answer.
 */
import { notFoundDocument, pageDocument, troubleDocument } from './documents.ts';
import { readPublicPage, readPublicPagesAmong } from './pages.ts';
import { linkedPages, renderMarkdown } from './render-markdown.ts';
import { documentHeaders } from './security.ts';
import { siteUrl } from './settings.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const site = siteUrl(request);
    const [, id, ...rest] = new URL(request.url).pathname.split('/').filter((part) => part !== '');
    try {
      const page =
        id !== undefined && rest.length === 0 && UUID.test(id) ? await readPublicPage(id) : undefined;
      if (!page) return await answer(notFoundDocument(site), 404);
      const linked = linkedPages(page.content);
      const open = linked.length === 0 ? [] : await readPublicPagesAmong(linked);
      const body = renderMarkdown(page.content, site, new Set(open));
      return await answer(pageDocument(page, body, site), 200);
    } catch (error) {
      console.error(error);
      return await answer(troubleDocument(site), 503);
    }
  },
};

async function answer(document: string, status: number): Promise<Response> {
  return new Response(document, { status, headers: await documentHeaders() });
}
