/** Adds the bytes of one request to an upload, and makes a file of it when all have come. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { resumableErrors, uploadErrors } from '../errors.ts';
import { type Receiving, requireBucketTakes, writeRow } from '../objects/receiving.ts';
import { arrivingBytes, atMost } from '../request/arriving-bytes.ts';
import { storageErrorOf } from '../respond/error-response.ts';
import type { StorageServices } from '../storage-services.ts';
import type { BucketRow } from '../store/buckets.ts';
import { endLease, leaseUpload, type ResumableUpload, renewLease } from '../store/resumable-uploads.ts';
import { HEAD_BYTES, typeOf } from '../types/file-types.ts';
import { giveUp } from './give-up.ts';
import { readUploadMetadata } from './upload-metadata.ts';

const RENEW_EVERY_MS = 20_000;
const LOCKED = 423;

export interface Part {
  readonly receiving: Receiving;
  readonly bucket: BucketRow;
  /** The offset of its bytes, as the client says. */
  readonly offset: number;
  /** The file's size, if it is known by now. */
  readonly size: number | null;
  readonly most: number;
  readonly incoming: IncomingMessage;
}

/**
 * @returns how many bytes are kept
 * @throws {StorageError}
 */
export async function receivePart(
  services: StorageServices,
  { version }: ResumableUpload,
  part: Part,
): Promise<number> {
  const { database, uploadBytes } = services;
  const { offset, size, most, incoming } = part;
  const leased = { version, lease: randomUUID() };
  const upload = await leaseUpload(database, version, leased.lease);
  if (!upload) throw resumableErrors.busy();
  const renewing = setInterval(
    () => void renewLease(database, leased, null, size).catch(() => undefined),
    RENEW_EVERY_MS,
  );
  const keep = async (kept: number) => {
    // A whole file is kept by its row only: a client that asks must not hear of an end that a crash could undo.
    const bytes = kept === size ? null : { bytes: kept, disk: uploadBytes.disk };
    const isKept = await renewLease(database, leased, bytes, size);
    if (!isKept) throw uploadErrors.gone();
  };
  const arriving = arrivingBytes(incoming);
  try {
    if (offset !== (await keptOf(services, upload))) throw resumableErrors.wrongOffset();
    const bytes = atMost(arriving, (size ?? most) - offset, resumableErrors.tooLarge);
    const kept = await uploadBytes.append(upload, { offset, size }, bytes, keep);
    if (kept === size) await finish(services, upload, part, size);
    return kept;
  } finally {
    clearInterval(renewing);
    await arriving.return(undefined);
    await endLease(database, version, leased.lease).catch(() => undefined);
  }
}

/** So many bytes can be had and are in the database. The folder may have been lost meanwhile. */
export async function keptOf(
  { uploadBytes }: Pick<StorageServices, 'uploadBytes'>,
  upload: ResumableUpload,
): Promise<number> {
  return upload.is_complete ? upload.kept : uploadBytes.size(upload);
}

async function finish(
  services: StorageServices,
  { version, metadata }: ResumableUpload,
  { receiving, bucket }: Pick<Part, 'receiving' | 'bucket'>,
  size: number,
): Promise<void> {
  const { files, unfinished, uploadBytes, sweeper } = services;
  const head = readUploadMetadata(metadata);
  try {
    const mimeType = typeOf(head.mimeType, await unfinished.head(version, HEAD_BYTES));
    requireBucketTakes(bucket, receiving.place, mimeType);
    await files.take(version, unfinished.placeOf(version));
    await writeRow(receiving, version, size, { ...head, mimeType });
  } catch (error) {
    const { status } = storageErrorOf(error).refusal;
    // More of the same would be refused again. After another failure the client may send the last part again.
    if (status < 500 && status !== LOCKED) await giveUp(services, version).catch(() => undefined);
    throw error;
  }
  await uploadBytes.remove(version);
  // The file that was there before, if there was one.
  if (receiving.upsert) sweeper.run();
}
