/** PATCH /upload/resumable/:id, PATCH /upload/resumable/sign/:id: adds bytes to an upload. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { bucketErrors, resumableErrors } from '../errors.ts';
import { mostBytes, requireAllowed } from '../objects/receiving.ts';
import type { StorageServices } from '../storage-services.ts';
import { findBucket } from '../store/buckets.ts';
import { type Authorize, authorizeUpload } from './authority.ts';
import { findRequested } from './find-requested.ts';
import { receivePart } from './receive-part.ts';
import { expiryOf, hasPart, readLength } from './tus-headers.ts';
import { readUploadMetadata } from './upload-metadata.ts';

export async function addPart(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  authorize: Authorize,
): Promise<Response> {
  if (!hasPart(context)) throw resumableErrors.wrongType();
  const offset = readLength(context, 'upload-offset');
  if (offset === null) throw resumableErrors.badHeader('Upload-Offset');
  const upload = await findRequested(services, context);
  const receiving = await authorizeUpload(authorize, services, context, 'storage.tus.upload.part', upload);
  if (upload.is_complete) throw resumableErrors.wrongOffset();
  using _place = services.uploads.begin(receiving.sender);
  const { place } = receiving;
  const bucket = await services.database.asOwner((transaction) => findBucket(transaction, place.bucket));
  if (!bucket) throw bucketErrors.notFound();
  const most = mostBytes(services, bucket, place);
  const size = upload.size ?? readLength(context, 'upload-length');
  const declared = offset + Number(context.req.header('content-length') ?? 0);
  if (Math.max(size ?? 0, declared) > most || declared > (size ?? most)) throw resumableErrors.tooLarge();
  await requireAllowed(receiving, readUploadMetadata(upload.metadata), size ?? undefined);
  const incoming = context.env.incoming as IncomingMessage;
  const kept = await receivePart(services, upload, { receiving, bucket, offset, size, most, incoming });
  return new Response(null, {
    status: 204,
    headers: {
      'upload-offset': String(kept),
      ...(kept === size ? { 'tus-complete': '1' } : expiryOf(upload)),
    },
  });
}
