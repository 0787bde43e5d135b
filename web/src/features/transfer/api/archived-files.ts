/** The bytes of an export's files, one after the other. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { networkSentence } from '../../../lib/errors/error-catalogue.ts';
import { MissingFile, readFile } from '../../files/read-file.ts';
import type { ArchivedFile } from '../archive/write-archive.ts';
import type { ExportFile } from '../plan/file-places.ts';

interface Reading {
  /** The path of each, by its id. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  readonly signal: AbortSignal;
  /** Told of each file that is on its way from somebody's browser, or gone. */
  readonly onMissing: (name: string) => void;
  readonly onDone: () => void;
}

/** @param filesOfPages several pages may show the same file @throws {AppError} */
export async function* archivedFiles(
  filesOfPages: Iterable<readonly ExportFile[]>,
  { places, signal, onMissing, onDone }: Reading,
): AsyncGenerator<ArchivedFile> {
  const files = new Map([...filesOfPages].flat().map((file) => [file.id, file]));
  for (const file of files.values()) {
    const path = places.get(file.id);
    const blob = await bytesOf(file, signal);
    if (blob && path) yield { path, blob, changed: file.changed };
    else onMissing(file.name);
    onDone();
  }
}

async function bytesOf({ objectName }: ExportFile, signal: AbortSignal): Promise<Blob | undefined> {
  try {
    return await readFile(objectName, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MissingFile) return undefined;
    throw new AppError('NETWORK_ERROR', networkSentence(), error);
  }
}
