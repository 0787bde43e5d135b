/** Begins an upload in several requests (TUS). */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { bucketErrors, resumableErrors } from '../errors.ts';
import { mostBytes, requireAllowed, requireBucketTakes } from '../objects/receiving.ts';
import type { StorageServices } from '../storage-services.ts';
import { findBucket } from '../store/buckets.ts';
import { countUnfinished, forgetLongComplete, insertUpload } from '../store/resumable-uploads.ts';
import type { Authority, Authorize } from './authority.ts';
import { giveUp } from './give-up.ts';
import { receivePart } from './receive-part.ts';
import { expiryOf, hasPart, readLength } from './tus-headers.ts';
import { readUploadMetadata } from './upload-metadata.ts';

/** Those that nobody goes on with use the disk until they expire. */
export const UNFINISHED_LIMITS = { ofOwner: 100, ofAnybody: 1000 };

/** POST /upload/resumable, POST /upload/resumable/sign: begins an upload. The first bytes may come with it. */
export async function create(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  authorize: Authorize,
): Promise<Response> {
  const { database } = services;
  const metadata = context.req.header('upload-metadata') ?? '';
  const head = readUploadMetadata(metadata);
  const size = readLength(context, 'upload-length');
  if (size === null && context.req.header('upload-defer-length') !== '1')
    throw resumableErrors.badHeader('Upload-Length');
  const authority = await authorize(services, context, 'storage.tus.upload.create', head.place);
  using _place = services.uploads.begin(authority.sender);
  const bucket = await database.asOwner((transaction) => findBucket(transaction, head.place.bucket));
  if (!bucket) throw bucketErrors.notFound();
  const most = mostBytes(services, bucket, head.place);
  if ((size ?? 0) > most) throw resumableErrors.tooLarge();
  requireBucketTakes(bucket, head.place, head.mimeType);
  await requireAllowed(authority, head, size ?? undefined);
  await requireFewUnfinished(services, authority);
  const upload = await insertUpload(database, {
    version: randomUUID(),
    place: head.place,
    owner_id: authority.owner.id,
    link_id: authority.linkId,
    is_upsert: authority.upsert,
    metadata,
    size,
  });
  let kept = 0;
  if (hasPart(context) || size === 0) {
    const incoming = context.env.incoming as IncomingMessage;
    const part = { receiving: authority, bucket, offset: 0, size, most, incoming };
    kept = await receivePart(services, upload, part).catch(async (error: unknown) => {
      // Nobody knows its address.
      await giveUp(services, upload.version).catch(() => undefined);
      throw error;
    });
  }
  return new Response(null, {
    status: 201,
    headers: {
      location: `${context.req.path.replace(/\/$/, '')}/${upload.version}`,
      'upload-offset': String(kept),
      ...(kept === size ? { 'tus-complete': '1' } : expiryOf(upload)),
    },
  });
}

/** @throws {StorageError} */
async function requireFewUnfinished({ database }: StorageServices, authority: Authority): Promise<void> {
  const { owner, sender } = authority;
  // An operator's programs share a name.
  if (sender.name === 'service_role') return;
  const most = owner.id === null ? UNFINISHED_LIMITS.ofAnybody : UNFINISHED_LIMITS.ofOwner;
  const count = await database.asOwner(async (transaction) => {
    await forgetLongComplete(transaction, owner.id, most);
    return countUnfinished(transaction, owner.id);
  });
  if (count >= most) throw resumableErrors.tooManyUnfinished();
}
