/**
 * Takes in a file: asks the policies, keeps the bytes, and writes the row last. Whoever reads meanwhile gets the file
 * that was there before; what goes wrong leaves that one as it is.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Transaction } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import type { Sender } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { bucketErrors, objectErrors } from '../errors.ts';
import { asDeclared } from '../files/pictures.ts';
import { arrivingBytes, atMost } from '../request/arriving-bytes.ts';
import { readUpload, requireAllowedType, type Upload } from '../request/upload-head.ts';
import type { StorageServices } from '../storage-services.ts';
import { type BucketRow, findBucket } from '../store/buckets.ts';
import { giveUpUpload, noteUpload } from '../store/loose-files.ts';
import { type FileMetadata, type NewObject, type Place, putObject } from '../store/objects.ts';
import type { Owner } from '../store/owner.ts';

const DUPLICATE = '23505';
// Supabase's dashboard keeps a folder by such a file.
const PLACEHOLDER = /(^|\/)\.emptyFolderPlaceholder$/;

export interface Receiving {
  readonly place: Place;
  readonly owner: Owner;
  readonly upsert: boolean;
  readonly sender: Sender;
  /** Runs statements with the rights that count, and undoes them if told so. */
  run<T>(work: (transaction: Transaction) => Promise<T>, options?: { readonly rollback: true }): Promise<T>;
}

/**
 * @returns the new row's id
 * @throws {StorageError}
 */
export async function receiveFile(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  receiving: Receiving,
): Promise<string> {
  using _place = services.uploads.begin(receiving.sender);
  const bucket = await services.database.asOwner((transaction) =>
    findBucket(transaction, receiving.place.bucket),
  );
  if (!bucket) throw bucketErrors.notFound();
  const incoming = context.env.incoming as IncomingMessage;
  const arriving = arrivingBytes(incoming);
  try {
    const upload = await readUpload(incoming.headers, arriving);
    const most = mostBytes(services, bucket, receiving.place);
    if (!PLACEHOLDER.test(receiving.place.name))
      requireAllowedType(upload.mimeType, bucket.allowed_mime_types);
    if ((upload.declaredBytes ?? 0) > most) throw objectErrors.tooLarge();
    await requireAllowed(receiving, upload);
    return await keep(services, receiving, upload, most);
  } finally {
    await arriving.return(undefined);
  }
}

function mostBytes({ largestFileBytes }: StorageServices, bucket: BucketRow, { name }: Place): number {
  if (PLACEHOLDER.test(name)) return 0;
  return Math.min(bucket.file_size_limit || largestFileBytes, largestFileBytes);
}

/** Asks before the bytes come. The policies see what is known by then. */
async function requireAllowed(receiving: Receiving, upload: Upload): Promise<void> {
  const { mimeType, declaredBytes } = upload;
  const metadata = {
    mimetype: mimeType,
    ...(declaredBytes !== undefined && { contentLength: declaredBytes }),
  };
  const row = rowOf(receiving, { version: null, metadata, userMetadata: upload.userMetadata });
  await write(receiving, row, { rollback: true });
}

async function keep(
  { files, database, sweeper }: StorageServices,
  receiving: Receiving,
  upload: Upload,
  most: number,
): Promise<string> {
  const version = randomUUID();
  using _guard = sweeper.guard(version);
  await noteUpload(database, version);
  try {
    const size = await files.write(version, asDeclared(atMost(upload.bytes, most), upload.mimeType));
    const metadata = metadataOf(version, size, upload);
    const row = rowOf(receiving, { version, metadata, userMetadata: upload.userMetadata ?? {} });
    await write(receiving, row);
    return row.id;
  } catch (error) {
    // Should that fail, too, the lease ends by itself.
    await giveUpUpload(database, version).catch(() => undefined);
    throw error;
  } finally {
    sweeper.run();
  }
}

function rowOf(
  { place, owner }: Receiving,
  file: Pick<NewObject, 'version' | 'metadata' | 'userMetadata'>,
): NewObject {
  return { ...place, id: randomUUID(), owner, ...file };
}

export function metadataOf(
  version: string,
  size: number,
  { mimeType, cacheControl }: Pick<Upload, 'mimeType' | 'cacheControl'>,
): FileMetadata {
  return {
    eTag: `"${version}"`,
    size,
    mimetype: mimeType,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

async function write(
  receiving: Receiving,
  row: NewObject,
  options?: { readonly rollback: true },
): Promise<void> {
  try {
    await receiving.run((transaction) => putObject(transaction, row, receiving.upsert), options);
  } catch (error) {
    throw isSqlError(error) && error.code === DUPLICATE ? objectErrors.exists() : error;
  }
}
