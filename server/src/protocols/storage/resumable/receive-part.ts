/** Adds the bytes of one request to an upload, and makes a file of it when all have come. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { resumableErrors, uploadErrors } from '../errors.ts';
import { mustBePicture, requirePicture } from '../files/pictures.ts';
import { type Receiving, writeRow } from '../objects/receiving.ts';
import { arrivingBytes, atMost } from '../request/arriving-bytes.ts';
import { storageErrorOf } from '../respond/error-response.ts';
import type { StorageServices } from '../storage-services.ts';
import {
  endLease,
  endUpload,
  leaseUpload,
  type ResumableUpload,
  renewLease,
} from '../store/resumable-uploads.ts';
import { readUploadMetadata } from './upload-metadata.ts';

const RENEW_EVERY_MS = 20_000;
const LOCKED = 423;

export interface Part {
  readonly receiving: Receiving;
  /** Where its bytes belong, as the client says. */
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
  const { database, unfinished, sweeper } = services;
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
    const isKept = await renewLease(database, leased, kept === size ? null : kept, size);
    if (!isKept) throw uploadErrors.gone();
  };
  const arriving = arrivingBytes(incoming);
  try {
    if (offset !== (await keptOf(services, upload))) throw resumableErrors.wrongOffset();
    const bytes = atMost(arriving, (size ?? most) - offset, resumableErrors.tooLarge);
    const kept = await unfinished.append(version, offset, bytes, keep);
    if (kept === size) await finish(services, upload, part.receiving, size);
    return kept;
  } finally {
    clearInterval(renewing);
    await arriving.return(undefined);
    await endLease(database, version, leased.lease).catch(() => undefined);
    sweeper.run();
  }
}

/** So many bytes are on the disk and in the database. The folder may have been lost meanwhile. */
export async function keptOf(
  { unfinished }: StorageServices,
  { version, kept, is_complete }: ResumableUpload,
): Promise<number> {
  return is_complete ? kept : Math.min(kept, await unfinished.size(version));
}

async function finish(
  services: StorageServices,
  { version, metadata }: ResumableUpload,
  receiving: Receiving,
  size: number,
): Promise<void> {
  const { files, unfinished, database } = services;
  const head = readUploadMetadata(metadata);
  try {
    if (mustBePicture(head.mimeType)) requirePicture(await unfinished.head(version), head.mimeType);
    await files.take(version, unfinished.placeOf(version));
    await writeRow(receiving, version, size, head);
  } catch (error) {
    const { status } = storageErrorOf(error).refusal;
    // More of the same would be refused again. After another failure the client may send the last part anew.
    if (status < 500 && status !== LOCKED) await endUpload(database, version).catch(() => undefined);
    throw error;
  }
  await unfinished.remove(version);
}
