/** Sends the files that imported pages bring, some at a time. A file that the server refuses stays out. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { networkSentence } from '../../../lib/errors/error-catalogue.ts';
import { sendFile } from '../../files/send-file.ts';
import { Refusal } from '../archive/read-files.ts';
import type { ImportFile } from '../state/import-plan.ts';
import type { ImportProgress } from '../state/import-report.ts';

const AT_ONCE = 4;
const ATTEMPTS = 3;

/**
 * @throws {AppError} when the server cannot be asked; calling again goes on
 * @throws {unknown} the signal's reason once it is aborted
 */
export async function sendFiles(
  files: readonly ImportFile[],
  { userId }: { readonly userId: string },
  progress: ImportProgress,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const waiting = files
    .filter(({ id }) => !progress.sent.has(id) && !progress.refusedFiles.has(id))
    .reverse();
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      signal.throwIfAborted();
      const refusal = await sendOne(file, userId, signal);
      if (refusal === undefined) progress.sent.add(file.id);
      else progress.refusedFiles.set(file.id, refusal);
      onProgress();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** @returns why it does not come; undefined once it is there */
async function sendOne(file: ImportFile, userId: string, signal: AbortSignal): Promise<string | undefined> {
  const bytes = await opened(file, signal);
  if (typeof bytes === 'string') return bytes;
  const { id, pageId, name } = file;
  for (let attempt = 1; ; attempt++)
    try {
      return await sendFile({ id, pageId, name, bytes }, userId, signal);
    } catch (cause) {
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) throw new AppError('NETWORK_ERROR', networkSentence(), cause);
    }
}

async function opened({ bytes, open }: ImportFile, signal: AbortSignal): Promise<Blob | string> {
  try {
    const blob = await open(signal);
    return blob.size === bytes ? blob : 'It is damaged or protected.';
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Refusal ? error.message : 'It is damaged or protected.';
  }
}
