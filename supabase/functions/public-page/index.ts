/**
 * GET /public-page/<page id>: a page that is public, as a document for people without an account. A page that is not
 * public gets the same answer for whichever reason. Its files are below it: see file-answers.ts.
 */

import { isUuid } from '../_shared/uuid.ts';
import { notFoundDocument, troubleDocument } from './document/documents.ts';
import { documentHeaders } from './document/headers.ts';
import { fileAnswer } from './file-answers.ts';
import { documentOf } from './page-versions.ts';
import { readPublicPage, readPublicPlace } from './pages.ts';
import { siteUrl } from './settings.ts';
import { networkOf } from './work/drawing-turns.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const site = siteUrl(request);
    const network = networkOf(request.headers.get('x-forwarded-for') ?? '');
    const [, id, ...rest] = new URL(request.url).pathname.split('/').filter((part) => part !== '');
    try {
      const [files, fileId, , ...further] = rest;
      if (files === 'files' && isUuid(id) && isUuid(fileId) && further.length === 0)
        return (await fileAnswer(request, id, fileId)) ?? (await answer(notFoundDocument(site), 404));
      if (rest.length > 0 || !isUuid(id)) return await answer(notFoundDocument(site), 404);
      const [page, place] = await Promise.all([readPublicPage(id), readPublicPlace(id)]);
      const document = page && place && (await documentOf(page, place, site, network));
      if (document === undefined) return await answer(notFoundDocument(site), 404);
      return await answer(document, 200, place?.is_indexed);
    } catch (error) {
      console.error(error);
      return await answer(troubleDocument(site), 503);
    }
  },
};

async function answer(
  document: string | Uint8Array<ArrayBuffer>,
  status: number,
  isIndexed = false,
): Promise<Response> {
  return new Response(document, { status, headers: await documentHeaders(isIndexed) });
}
