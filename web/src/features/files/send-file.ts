/** Uploads one file now, while an import waits for it. What people put into pages waits in the queue (add-file.ts). */
import { addPageFile } from './api/add-page-file.ts';
import { discardUpload } from './api/discard-upload.ts';
import { sendBySize } from './api/send-by-size.ts';
import { storageHeaders } from './api/storage-address.ts';
import { fileKind } from './file-address.ts';
import { mediaType } from './media-type.ts';
import { pictureSize } from './state/picture-size.ts';
import type { UploadOptions } from './uploads/upload-ports.ts';
import { uploadServer } from './uploads/upload-server.ts';
import { RefusedUpload } from './uploads/uploads.ts';

interface SentFile {
  readonly id: string;
  /** A page that the server has, and that names the file. */
  readonly pageId: string;
  readonly name: string;
  readonly bytes: Blob;
  /** The place of a large file's parts at the server, as `onResumable` got it. */
  readonly resumeAt: string | undefined;
}

/**
 * Harmless when it is called again: a large file goes on after the parts that came.
 * @returns the sentence with which the server refuses the file; undefined once it has it
 * @throws when the server cannot be asked
 */
export async function sendFile(
  file: SentFile,
  userId: string,
  options: UploadOptions,
): Promise<string | undefined> {
  const size = fileKind(file.name) === 'picture' ? await pictureSize(file.bytes) : undefined;
  const queued = { ...file, ...size, type: mediaType(file.bytes.type, file.name), addedAt: Date.now() };
  try {
    await server(userId).upload(queued, options);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedUpload) return error.message;
    throw error;
  }
}

function server(userId: string) {
  return uploadServer({
    reserve: (file, signal) => addPageFile(file, userId, signal),
    send: (file, objectName, options) => sendBySize(file, objectName, () => storageHeaders(userId), options),
  });
}

/** Has the server remove the parts of a file that will not come. A server that cannot be asked removes them after a day. */
export async function discardFile(resumeAt: string, userId: string): Promise<void> {
  await storageHeaders(userId)
    .then((headers) => discardUpload(resumeAt, headers))
    .catch(() => undefined);
}
