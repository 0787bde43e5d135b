/** Finds a file that the caller may read: a public bucket's by its name, any other by the policies. Tells who asks, as well. */
import type { Context } from 'hono';
import { anybody, type Sender } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { bucketErrors, objectErrors } from '../errors.ts';
import type { DownloadLink } from '../links/links.ts';
import { callOfMaker, requireStanding } from '../links/maker.ts';
import { placeOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';
import { isNamed, type Operation, readCall } from '../request/storage-call.ts';
import type { StorageServices } from '../storage-services.ts';
import { findBucket } from '../store/buckets.ts';
import { findObject, type ObjectRow, type Place } from '../store/objects.ts';

export interface Found {
  readonly object: ObjectRow;
  readonly sender: Sender;
}

/** @throws {StorageError} */
export async function findReadable(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  operation: Operation,
): Promise<Found> {
  const place = placeOf(context);
  const { isPublic, object } = await findAsOwner(services, place);
  if (isPublic) return foundByAnybody(services, context, object);
  // As upstream: without any token, other buckets do not exist.
  if (!isNamed(context)) throw bucketErrors.notFound();
  const call = await readCall(services, context, operation);
  const readable = await runOperation(services.database, call, { readOnly: true }, (transaction) =>
    findObject(transaction, place),
  );
  return { object: required(readable), sender: call.sender };
}

/** @throws {StorageError} */
export async function findPublic(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Found> {
  const { isPublic, object } = await findAsOwner(services, placeOf(context));
  if (!isPublic) throw bucketErrors.notFound();
  return foundByAnybody(services, context, object);
}

/**
 * For the holder of a link.
 * @throws {StorageError}
 */
export async function findLinked(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  place: Place,
  { maker }: Pick<DownloadLink, 'maker'>,
): Promise<Found> {
  const sender = anybody(context, services.trustProxy);
  const call = callOfMaker(maker, place, context, sender, 'storage.object.get_authenticated');
  if (!call || !maker) return { object: required((await findAsOwner(services, place)).object), sender };
  await requireStanding(services.database, maker);
  const readable = await runOperation(services.database, call, { readOnly: true }, (transaction) =>
    findObject(transaction, place),
  );
  return { object: required(readable), sender };
}

function foundByAnybody(
  { trustProxy }: StorageServices,
  context: Context<HttpEnvironment>,
  object: ObjectRow | undefined,
): Found {
  return { object: required(object), sender: anybody(context, trustProxy) };
}

function findAsOwner({ database }: StorageServices, place: Place) {
  return database.asOwner(async (transaction) => {
    const [bucket, object] = await Promise.all([
      findBucket(transaction, place.bucket),
      findObject(transaction, place),
    ]);
    if (!bucket) throw bucketErrors.notFound();
    return { isPublic: bucket.public, object };
  });
}

function required(object: ObjectRow | undefined): ObjectRow {
  if (!object) throw objectErrors.notFound();
  return object;
}
