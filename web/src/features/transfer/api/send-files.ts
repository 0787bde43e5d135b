/** Sends the files that imported pages bring, some at a time. A file that the server refuses stays out. */

import { pause } from '../../../lib/browser/time/pause.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { networkSentence } from '../../../lib/errors/error-catalogue.ts';
import { discardFile, sendFile } from '../../files/send-file.ts';
import type { ImportProgress } from '../archive/import-report.ts';
import { Refusal } from '../archive/read-files.ts';
import type { ImportFile } from '../plan/import-plan.ts';

const AT_ONCE = 4;
/** Files in a row without any progress. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 300;

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
      const refusal = await sendOne(file, { userId, progress, signal, onProgress });
      progress.sending.delete(file.id);
      progress.inParts.delete(file.id);
      if (refusal === undefined) progress.sent.add(file.id);
      else progress.refusedFiles.set(file.id, refusal);
      onProgress();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Has the server forget the files that came in part: for an import that nobody goes on with. */
export async function discardParts(
  { inParts, sending }: ImportProgress,
  { userId }: { readonly userId: string },
): Promise<void> {
  const begun = [...inParts.values()];
  inParts.clear();
  sending.clear();
  await Promise.all(begun.map((resumeAt) => discardFile(resumeAt, userId)));
}

interface Sending {
  readonly userId: string;
  readonly progress: ImportProgress;
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

/** @returns why it does not come; undefined once it is there */
async function sendOne(
  file: ImportFile,
  { userId, progress, signal, onProgress }: Sending,
): Promise<string | undefined> {
  const bytes = await opened(file, signal);
  if (typeof bytes === 'string') return bytes;
  const { id, pageId, name } = file;
  const { sending, inParts } = progress;
  const options = {
    signal,
    onProgress: (sent: number) => {
      sending.set(id, sent);
      onProgress();
    },
    onResumable: async (resumeAt: string) => void inParts.set(id, resumeAt),
  };
  for (let failures = 0, furthest = 0; ; )
    try {
      return await sendFile({ id, pageId, name, bytes, resumeAt: inParts.get(id) }, userId, options);
    } catch (cause) {
      signal.throwIfAborted();
      const sent = sending.get(id) ?? 0;
      failures = sent > furthest ? 1 : failures + 1;
      furthest = Math.max(furthest, sent);
      if (failures === ATTEMPTS) throw new AppError('NETWORK_ERROR', networkSentence(), cause);
      await pause(FIRST_PAUSE_MS * 2 ** failures);
      signal.throwIfAborted();
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
