/** The upload that a request's path names. */
import type { Context } from 'hono';
import { isUuid } from '../../../http/uuid.ts';
import { resumableErrors } from '../errors.ts';
import type { StorageServices } from '../storage-services.ts';
import { findUpload, type ResumableUpload } from '../store/resumable-uploads.ts';

/** @throws {StorageError} */
export async function findRequested(
  { database }: StorageServices,
  context: Context,
): Promise<ResumableUpload> {
  const version = context.req.param('id');
  if (!isUuid(version)) throw resumableErrors.notFound();
  const upload = await database.asOwner((transaction) => findUpload(transaction, version));
  if (!upload) throw resumableErrors.notFound();
  return upload;
}
