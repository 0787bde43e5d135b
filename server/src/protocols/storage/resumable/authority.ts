/** Decides whose rights a request to an upload has: the caller's, or those that a signed upload link gives. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { linkErrors, resumableErrors } from '../errors.ts';
import { receivingByLink } from '../objects/links/receiving-by-link.ts';
import type { Receiving } from '../objects/receiving.ts';
import { runOperation } from '../request/run-operation.ts';
import { type Operation, ownerOf, readCall } from '../request/storage-call.ts';
import type { StorageServices } from '../storage-services.ts';
import type { Place } from '../store/objects.ts';
import type { ResumableUpload } from '../store/resumable-uploads.ts';

export interface Authority extends Receiving {
  readonly linkId: string | null;
}

/** @throws {StorageError} */
export type Authorize = (
  services: StorageServices,
  context: Context<HttpEnvironment>,
  operation: Operation,
  place: Place,
) => Promise<Authority>;

export const asCaller: Authorize = async (services, context, operation, place) => {
  const call = await readCall(services, context, operation);
  return {
    place,
    owner: ownerOf(call),
    upsert: context.req.header('x-upsert') === 'true',
    sender: call.sender,
    linkId: null,
    run: (work, options) => runOperation(services.database, call, options ?? {}, work),
  };
};

export const byLink: Authorize = async (services, context, _operation, place) => {
  const signature = context.req.header('x-signature');
  if (signature === undefined) throw linkErrors.missing();
  const link = await services.links.verifyUpload(signature, place);
  return { ...receivingByLink(services, context, place, link), linkId: link.id };
};

/**
 * For a request about an upload: only whoever began it may, and by the same link.
 * @throws {StorageError}
 */
export async function authorizeUpload(
  authorize: Authorize,
  services: StorageServices,
  context: Context<HttpEnvironment>,
  operation: Operation,
  upload: ResumableUpload,
): Promise<Receiving> {
  const place = { bucket: upload.bucket_id, name: upload.name };
  const authority = await authorize(services, context, operation, place);
  if (authority.owner.id !== upload.owner_id || authority.linkId !== upload.link_id)
    throw resumableErrors.otherOwner();
  return { ...authority, upsert: upload.is_upsert };
}
