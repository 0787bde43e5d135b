/** Reads what a person has chosen: Markdown files, folders of them, archives of these. One bad file stops nothing. */
import { BlobReader, configure, type Entry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { decodeText } from '../state/decode-text.ts';
import type { TextFile } from '../state/import-plan.ts';
import { classifyFile, cleanPath } from './classify-file.ts';
import {
  LARGEST_IMPORT_BYTES,
  LARGEST_INNER_ARCHIVE_BYTES,
  LARGEST_PAGE_BYTES,
  MOST_FILES,
  MOST_PAGES,
} from './import-limits.ts';

// A worker of the library's would be a script from a blob: address, which our policy refuses. The browser unpacks.
configure({ useWebWorkers: false });

export interface ChosenFile {
  /** With the folders that were chosen around it. */
  readonly path: string;
  /** Undefined when the browser could not open it. */
  readonly blob: Blob | undefined;
}

export interface FileNote {
  readonly path: string;
  readonly note: string;
}

export interface ReadFiles {
  readonly files: readonly TextFile[];
  readonly skipped: readonly FileNote[];
  /** Came, but not without a remark. */
  readonly notes: readonly FileNote[];
}

/** A file that is left out, with the reason that people read. */
class Refusal extends Error {}

interface Reading {
  readonly files: TextFile[];
  readonly skipped: FileNote[];
  readonly notes: FileNote[];
  readonly signal: AbortSignal;
  seen: number;
  bytes: number;
}

/** @throws {unknown} the signal's reason once it is aborted */
export async function readFiles(chosen: readonly ChosenFile[], signal: AbortSignal): Promise<ReadFiles> {
  const reading: Reading = { files: [], skipped: [], notes: [], signal, seen: 0, bytes: 0 };
  for (const { path, blob } of chosen) {
    const parts = cleanPath(path);
    if (!blob) reading.skipped.push({ path: parts.join('/'), note: 'It could not be read.' });
    else
      await readOne(reading, parts, undefined, (limit) => bytesOf(blob.stream(), blob.size, limit, signal));
  }
  return reading;
}

/**
 * @param archive the one that the file is in
 * @param take gives the file's bytes; refuses when there are more than the limit
 */
async function readOne(
  reading: Reading,
  path: readonly string[],
  archive: string | undefined,
  take: (limit: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const name = path.join('/');
  const shown = archive === undefined ? name : `${archive}: ${name}`;
  reading.signal.throwIfAborted();
  const found = classifyFile(path, archive !== undefined);
  if (found.kind === 'of-the-system') return;
  if (found.kind === 'skipped') {
    reading.skipped.push({ path: shown, note: found.reason });
    return;
  }
  try {
    if (found.kind === 'archive')
      await readArchive(reading, name, new Blob([await take(LARGEST_INNER_ARCHIVE_BYTES)]));
    else await readPage(reading, path, await take(LARGEST_PAGE_BYTES));
  } catch (error) {
    reading.signal.throwIfAborted();
    reading.skipped.push({
      path: shown,
      note: error instanceof Refusal ? error.message : 'It is damaged or protected.',
    });
  }
}

async function readPage(reading: Reading, path: readonly string[], bytes: Uint8Array): Promise<void> {
  if (reading.files.length >= MOST_PAGES)
    throw new Refusal(`One import takes up to ${MOST_PAGES.toLocaleString('en')} pages.`);
  reading.bytes += bytes.length;
  if (reading.bytes > LARGEST_IMPORT_BYTES)
    throw new Refusal('All files together are too large for one import.');
  const decoded = decodeText(bytes);
  if (decoded.text === undefined) throw new Refusal('It is not text.');
  // Longer in UTF-8 than it was.
  if (decoded.encoding !== 'utf-8' && new TextEncoder().encode(decoded.text).length > LARGEST_PAGE_BYTES)
    throw new Refusal('It is larger than a page can be (5 MB).');
  if (decoded.encoding === 'windows-1252')
    reading.notes.push({
      path: path.join('/'),
      note: 'It is not UTF-8 and was read as Windows text: check its letters.',
    });
  reading.files.push({ path, text: decoded.text });
}

async function readArchive(reading: Reading, name: string, blob: Blob): Promise<void> {
  const archive = new ZipReader(new BlobReader(blob), {
    // Names lead nowhere here: they become pages, not files.
    filenameValidation: 'tolerant',
    strictness: 'tolerant',
    // Entries over each other are how a small archive becomes an endless one.
    checkOverlappingEntry: true,
    signal: reading.signal,
  });
  try {
    for await (const entry of archive.getEntriesGenerator()) {
      if (entry.directory) continue;
      if (++reading.seen > MOST_FILES) throw new Refusal('It holds too many files.');
      await readOne(reading, cleanPath(entry.filename), name, (limit) =>
        unpack(entry, limit, reading.signal),
      );
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    reading.signal.throwIfAborted();
    throw new Refusal('This archive cannot be read to its end.');
  } finally {
    await archive.close();
  }
}

async function unpack(entry: Entry, limit: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.directory) return new Uint8Array();
  if (entry.encrypted) throw new Refusal('It is protected by a password.');
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const unpacking = entry.getData(writable, { signal });
  // It fails when nobody reads on; the one who stopped says why.
  unpacking.catch(() => undefined);
  const bytes = await bytesOf(readable, entry.uncompressedSize, limit, signal);
  await unpacking;
  return bytes;
}

/** @param claimed what is said to come, which may be a lie */
async function bytesOf(
  stream: ReadableStream<Uint8Array>,
  claimed: number,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Refusal(
    limit === LARGEST_PAGE_BYTES ? 'It is larger than a page can be (5 MB).' : 'It is too large.',
  );
  if (claimed > limit) throw tooLarge;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of stream) {
    signal.throwIfAborted();
    size += chunk.length;
    if (size > limit) throw tooLarge;
    chunks.push(new Uint8Array(chunk));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
