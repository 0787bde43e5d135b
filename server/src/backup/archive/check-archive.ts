/** Reads a whole archive and compares each part with its digest, before anything is done with it. */
import { createHash } from 'node:crypto';
import { MANIFEST, SUMS } from './archive-writer.ts';
import { type Manifest, manifestSchema } from './manifest.ts';
import { BrokenTarError } from './tar.ts';
import { readTar } from './tar-reader.ts';

/** Its message is a sentence for the operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

// A manifest names tables, columns and missing files, and nothing that grows with the texts.
const LARGEST_MANIFEST_BYTES = 64 * 1024 * 1024;

/** @throws {ArchiveError} */
export async function checkArchive(bytes: AsyncIterable<Uint8Array>): Promise<Manifest> {
  const found = new Map<string, string>();
  let sums: Buffer | undefined;
  let manifest: Buffer | undefined;
  try {
    for await (const { name, size, body } of readTar(bytes)) {
      if (found.has(name)) throw new ArchiveError(`The archive is damaged: it has ${name} twice.`);
      const digest = createHash('sha256');
      const kept: Buffer[] = [];
      const isKept = name === SUMS || (name === MANIFEST && size < LARGEST_MANIFEST_BYTES);
      for await (const chunk of body) {
        digest.update(chunk);
        if (isKept) kept.push(chunk);
      }
      found.set(name, digest.digest('hex'));
      if (name === SUMS) sums = Buffer.concat(kept);
      if (name === MANIFEST) manifest = Buffer.concat(kept);
    }
  } catch (error) {
    if (!(error instanceof BrokenTarError)) throw error;
    throw new ArchiveError(
      found.size === 0
        ? 'This is no backup of Trellis: it is no tar archive.'
        : `The archive is damaged, or was cut short: ${error.message} behind ${found.size} parts.`,
    );
  }
  if (!manifest || !sums)
    throw new ArchiveError(
      'This is no backup of Trellis, or it was cut short: it has no manifest at its end.',
    );
  const read = readManifest(manifest);
  compareSums(found, sums, read);
  return read;
}

function readManifest(bytes: Buffer): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new ArchiveError('The archive is damaged, or is not one of Trellis: its manifest cannot be read.');
  }
}

function compareSums(found: Map<string, string>, sums: Buffer, manifest: Manifest): void {
  if (found.get(SUMS) !== manifest.sums)
    throw new ArchiveError(`The archive is damaged: the digest of ${SUMS} is not the one of its manifest.`);
  found.delete(SUMS);
  found.delete(MANIFEST);
  for (const line of sums.toString('utf8').split('\n').filter(Boolean)) {
    const [digest, name] = [line.slice(0, 64), line.slice(66)];
    const actual = found.get(name);
    if (actual === undefined) throw new ArchiveError(`The archive is damaged: ${name} is missing.`);
    if (actual !== digest) throw new ArchiveError(`The archive is damaged: ${name} has another checksum.`);
    found.delete(name);
  }
  const [stranger] = found.keys();
  if (stranger !== undefined)
    throw new ArchiveError(`The archive is damaged: ${stranger} is not among its checksums.`);
}
