/** Uploads one file now, for whoever waits for it: an import. What people put into pages waits in the queue (add-file.ts). */
import { addPageFile } from './api/add-page-file.ts';
import { sendBytes } from './api/send-bytes.ts';
import { storageHeaders } from './api/storage-address.ts';
import { fileKind } from './file-address.ts';
import { mediaType } from './media-type.ts';
import { pictureSize } from './state/picture-size.ts';
import { uploadServer } from './state/upload-server.ts';
import { RefusedUpload } from './state/uploads.ts';

interface SentFile {
  readonly id: string;
  /** A page that the server has, and that names the file. */
  readonly pageId: string;
  readonly name: string;
  readonly bytes: Blob;
}

/**
 * Harmless when it is called again.
 * @returns the sentence with which the server refuses the file; undefined once it has it
 * @throws when the server cannot be asked
 */
export async function sendFile(
  file: SentFile,
  userId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const size = fileKind(file.name) === 'picture' ? await pictureSize(file.bytes) : undefined;
  const queued = { ...file, ...size, type: mediaType(file.bytes.type, file.name), addedAt: Date.now() };
  try {
    await server(userId).upload(queued, {
      signal,
      onProgress: () => undefined,
      onResumable: async () => undefined,
    });
    return undefined;
  } catch (error) {
    if (error instanceof RefusedUpload) return error.message;
    throw error;
  }
}

function server(userId: string) {
  return uploadServer({
    reserve: addPageFile,
    send: async (file, objectName, options) =>
      sendBytes(file, objectName, await storageHeaders(userId), options),
  });
}
