/**
 * Takes in a file: asks the policies, keeps the bytes, and writes the row last. A reader meanwhile gets the file that
 * was there before, and a failure leaves that file as it is.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { bucketErrors, objectErrors } from '../errors.ts';
import { arrivingBytes, atMost } from '../request/arriving-bytes.ts';
import { readUpload, type Upload } from '../request/upload-head.ts';
import type { StorageServices } from '../storage-services.ts';
import { type BucketRow, findBucket } from '../store/buckets.ts';
import { giveUpUpload, noteUpload } from '../store/loose-files.ts';
import { TypedBytes } from '../types/file-types.ts';
import { mostBytes, type Receiving, requireAllowed, requireBucketTakes, writeRow } from './receiving.ts';

/**
 * @returns the new row's id
 * @throws {StorageError}
 */
export async function receiveFile(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  receiving: Receiving,
): Promise<string> {
  const { place } = receiving;
  using _place = services.uploads.begin(receiving.sender);
  const bucket = await services.database.asOwner((transaction) => findBucket(transaction, place.bucket));
  if (!bucket) throw bucketErrors.notFound();
  const incoming = context.env.incoming as IncomingMessage;
  const arriving = arrivingBytes(incoming);
  try {
    const upload = await readUpload(incoming.headers, arriving);
    const most = mostBytes(services, bucket, place);
    requireBucketTakes(bucket, place, upload.mimeType);
    if ((upload.declaredBytes ?? 0) > most) throw objectErrors.tooLarge();
    await requireAllowed(receiving, upload, upload.declaredBytes);
    return await keep(services, receiving, upload, bucket, most);
  } finally {
    await arriving.return(undefined);
  }
}

async function keep(
  { files, database, sweeper }: StorageServices,
  receiving: Receiving,
  upload: Upload,
  bucket: BucketRow,
  most: number,
): Promise<string> {
  const version = randomUUID();
  using _guard = sweeper.guard(version);
  await noteUpload(database, version);
  try {
    const bytes = new TypedBytes(atMost(upload.bytes, most), upload.mimeType);
    const size = await files.write(version, bytes);
    requireBucketTakes(bucket, receiving.place, bytes.type);
    const id = await writeRow(receiving, version, size, { ...upload, mimeType: bytes.type });
    // The file that was there before, if there was one.
    if (receiving.upsert) sweeper.run();
    return id;
  } catch (error) {
    // Should that fail, too, the lease ends by itself.
    await giveUpUpload(database, version).catch(() => undefined);
    sweeper.run();
    throw error;
  }
}
