/**
 * Reads what a person has chosen: Markdown files with the files beside them, folders, archives of these. Only texts are
 * read at once, all else when it is sent. A bad file stops nothing.
 */
import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Attachment } from '../plan/import-plan.ts';
import type { TextFile } from '../plan/page-tree.ts';
import { decodeText } from '../texts/decode-text.ts';
import { classifyFile, cleanPath } from './classify-file.ts';
import { type AskEncoding, readEntryNames } from './entry-names.ts';
import {
  LARGEST_IMPORT_BYTES,
  LARGEST_IMPORT_FILES_BYTES,
  LARGEST_INNER_ARCHIVE_BYTES,
  LARGEST_PAGE_BYTES,
  LARGEST_UNPACKED_FILE_BYTES,
  MOST_FILES,
  MOST_PAGES,
} from './import-limits.ts';

// A worker of the library's would be a script from a blob: address, which our policy refuses. The browser unpacks.
configure({ useWebWorkers: false });

export interface ChosenFile {
  /** The path, with the folders that were chosen around it. */
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
  readonly attachments: readonly Attachment[];
  readonly skipped: readonly FileNote[];
  /** Came, but not without a remark. */
  readonly notes: readonly FileNote[];
}

/** A file that is left out, with the reason that people read. */
export class Refusal extends Error {}

const TOO_MANY_FILES = `One import takes up to ${MOST_FILES.toLocaleString('en')} files.`;

interface Reading {
  readonly files: TextFile[];
  readonly attachments: Attachment[];
  readonly skipped: FileNote[];
  readonly notes: FileNote[];
  readonly signal: AbortSignal;
  readonly ask: AskEncoding;
  seen: number;
  bytes: number;
  fileBytes: number;
}

/** A file, wherever it lies. */
interface Source {
  /** The size that is promised, which may be a lie. */
  readonly bytes: number;
  /** Refuses when there is more than the limit. */
  take(limit: number, signal: AbortSignal): Promise<Blob>;
}

/**
 * @param ask which encoding an archive's names are in, where they do not tell
 * @throws {unknown} the signal's reason once it is aborted
 */
export async function readFiles(
  chosen: readonly ChosenFile[],
  signal: AbortSignal,
  ask: AskEncoding,
): Promise<ReadFiles> {
  const reading: Reading = {
    files: [],
    attachments: [],
    skipped: [],
    notes: [],
    signal,
    ask,
    seen: 0,
    bytes: 0,
    fileBytes: 0,
  };
  for (const { path, blob } of chosen) {
    const parts = cleanPath(path);
    if (!blob) reading.skipped.push({ path: parts.join('/'), note: 'It could not be read.' });
    else if (++reading.seen > MOST_FILES)
      reading.skipped.push({ path: parts.join('/'), note: TOO_MANY_FILES });
    else await readOne(reading, parts, undefined, sourceOf(blob));
  }
  return reading;
}

/** An entry for a file on the disk, which is read when its bytes are asked for. */
function sourceOf(blob: Blob): Source {
  return {
    bytes: blob.size,
    take: async (limit) => {
      if (blob.size > limit) throw tooLarge(limit);
      return blob;
    },
  };
}

/** @param archive the one that the file is in */
async function readOne(
  reading: Reading,
  path: readonly string[],
  archive: string | undefined,
  source: Source,
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
    if (found.kind === 'archive') {
      const limit = archive === undefined ? Number.POSITIVE_INFINITY : LARGEST_INNER_ARCHIVE_BYTES;
      await readArchive(reading, name, await source.take(limit, reading.signal));
    } else if (found.kind === 'file') keepFile(reading, path, source);
    else {
      const page = await source.take(LARGEST_PAGE_BYTES, reading.signal);
      await readPage(reading, path, new Uint8Array(await page.arrayBuffer()));
    }
  } catch (error) {
    reading.signal.throwIfAborted();
    reading.skipped.push({
      path: shown,
      note: error instanceof Refusal ? error.message : 'It is damaged or protected.',
    });
  }
}

function keepFile(reading: Reading, path: readonly string[], { bytes, take }: Source): void {
  reading.fileBytes += bytes;
  if (reading.fileBytes > LARGEST_IMPORT_FILES_BYTES)
    throw new Refusal('All files together are too large for one import.');
  reading.attachments.push({
    path,
    bytes,
    open: (signal) => take(Math.min(bytes, LARGEST_UNPACKED_FILE_BYTES), signal),
  });
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

/** The archive stays open: its files are unpacked one after the other, when they are sent. */
async function readArchive(reading: Reading, name: string, blob: Blob): Promise<void> {
  const archive = new ZipReader(new BlobReader(blob), {
    // Names lead nowhere here: they become pages, not files.
    filenameValidation: 'tolerant',
    strictness: 'tolerant',
    // Entries over each other are how a small archive becomes an endless one.
    checkOverlappingEntry: true,
  });
  const { entries, failure } = await listEntries(reading, archive);
  const { nameOf, told } = await readEntryNames(name, entries, reading.ask);
  if (told && told.label !== 'cp437')
    reading.notes.push({ path: name, note: `Its names were read as ${told.name}: check their letters.` });
  for (const entry of entries)
    await readOne(reading, cleanPath(nameOf(entry)), name, {
      bytes: entry.uncompressedSize,
      take: (limit, signal) => unpack(entry, limit, signal),
    });
  if (failure) throw failure;
}

/** @returns the files up to the place where the archive ends or fails */
async function listEntries(
  reading: Reading,
  archive: ZipReader<unknown>,
): Promise<{ readonly entries: readonly FileEntry[]; readonly failure: Refusal | undefined }> {
  const entries: FileEntry[] = [];
  try {
    for await (const entry of archive.getEntriesGenerator()) {
      reading.signal.throwIfAborted();
      if (entry.directory) continue;
      if (++reading.seen > MOST_FILES) return { entries, failure: new Refusal(TOO_MANY_FILES) };
      entries.push(entry);
    }
  } catch {
    reading.signal.throwIfAborted();
    return { entries, failure: new Refusal('This archive cannot be read to its end.') };
  }
  return { entries, failure: undefined };
}

async function unpack(entry: FileEntry, limit: number, signal: AbortSignal): Promise<Blob> {
  if (entry.encrypted) throw new Refusal('It is protected by a password.');
  if (entry.uncompressedSize > limit) throw tooLarge(limit);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const unpacking = entry.getData(writable, { signal });
  // It fails when nobody reads on; the one who stopped says why.
  unpacking.catch(() => undefined);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of readable) {
    signal.throwIfAborted();
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(new Uint8Array(chunk));
  }
  await unpacking;
  return new Blob(chunks);
}

function tooLarge(limit: number): Refusal {
  return new Refusal(
    limit === LARGEST_PAGE_BYTES ? 'It is larger than a page can be (5 MB).' : 'It is too large.',
  );
}
