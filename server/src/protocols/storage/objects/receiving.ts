/** The parts of taking in a file that are the same however its bytes come: limits, the policies' word, and the row. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import type { Sender } from '../../../http/caller/sender.ts';
import { objectErrors } from '../errors.ts';
import { requireAllowedType, type UploadHead } from '../request/upload-head.ts';
import type { StorageServices } from '../storage-services.ts';
import type { BucketRow } from '../store/buckets.ts';
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
  /** Runs statements with the rights that count, and undoes them on request. */
  run<T>(work: (transaction: Transaction) => Promise<T>, options?: { readonly rollback: true }): Promise<T>;
}

export function mostBytes(
  { largestFileBytes }: Pick<StorageServices, 'largestFileBytes'>,
  bucket: BucketRow,
  { name }: Place,
): number {
  if (PLACEHOLDER.test(name)) return 0;
  return Math.min(bucket.file_size_limit || Number.POSITIVE_INFINITY, largestFileBytes());
}

/** @throws {StorageError} */
export function requireBucketTakes(bucket: BucketRow, { name }: Place, mimeType: string): void {
  if (!PLACEHOLDER.test(name)) requireAllowedType(mimeType, bucket.allowed_mime_types);
}

/**
 * Asks before the bytes come. The policies see what is known by then.
 * @throws {StorageError}
 */
export async function requireAllowed(
  receiving: Receiving,
  { mimeType, userMetadata }: UploadHead,
  declaredBytes: number | undefined,
): Promise<void> {
  const metadata = {
    mimetype: mimeType,
    ...(declaredBytes !== undefined && { contentLength: declaredBytes }),
  };
  await write(receiving, rowOf(receiving, { version: null, metadata, userMetadata }), { rollback: true });
}

/**
 * Writes the row, when the bytes are safe.
 * @returns its id
 * @throws {StorageError}
 */
export async function writeRow(
  receiving: Receiving,
  version: string,
  size: number,
  head: UploadHead,
): Promise<string> {
  const metadata = metadataOf(version, size, head);
  const row = rowOf(receiving, { version, metadata, userMetadata: head.userMetadata ?? {} });
  await write(receiving, row);
  return row.id;
}

function rowOf(
  { place, owner }: Receiving,
  file: Pick<NewObject, 'version' | 'metadata' | 'userMetadata'>,
): NewObject {
  return { ...place, id: randomUUID(), owner, ...file };
}

function metadataOf(version: string, size: number, { mimeType, cacheControl }: UploadHead): FileMetadata {
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
