/**
 * GET /public-page/<page id>: a page that is public, as a document for people without an account. Whatever is not public,
 * for whichever reason, gets the same answer.
 */

import { isUuid } from '../_shared/uuid.ts';
import { notFoundDocument, troubleDocument } from './documents.ts';
import { documentOf } from './page-versions.ts';
import { readPublicPage } from './pages.ts';
import { documentHeaders } from './security.ts';
import { siteUrl } from './settings.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const site = siteUrl(request);
    const [, id, ...rest] = new URL(request.url).pathname.split('/').filter((part) => part !== '');
    try {
      const page = rest.length === 0 && isUuid(id) ? await readPublicPage(id) : undefined;
      const document = page && (await documentOf(page, site));
      if (document === undefined) return await answer(notFoundDocument(site), 404);
      return await answer(document, 200);
    } catch (error) {
      console.error(error);
      return await answer(troubleDocument(site), 503);
    }
  },
};

async function answer(document: string | Uint8Array<ArrayBuffer>, status: number): Promise<Response> {
  return new Response(document, { status, headers: await documentHeaders() });
}
