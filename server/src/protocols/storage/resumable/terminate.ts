/**
 * DELETE /upload/resumable/:id, DELETE /upload/resumable/sign/:id: ends an upload, also while a request adds to it,
 * which then fails.
 */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { resumableErrors } from '../errors.ts';
import type { StorageServices } from '../storage-services.ts';
import { type Authorize, authorizeUpload } from './authority.ts';
import { findRequested } from './find-requested.ts';
import { giveUp } from './give-up.ts';

export async function terminate(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  authorize: Authorize,
): Promise<Response> {
  const upload = await findRequested(services, context);
  await authorizeUpload(authorize, services, context, 'storage.tus.upload.delete', upload);
  if (upload.is_complete) throw resumableErrors.complete();
  await giveUp(services, upload.version);
  return new Response(null, { status: 204 });
}
