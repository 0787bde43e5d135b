/** Uploading one file: its row first, then its bytes. Asked again after any failure, it goes on where it was. */
import type { UploadOptions, UploadServer } from './upload-ports.ts';
import type { QueuedFile } from './uploads.ts';

export interface FileWire {
  /** Harmless when it is asked again. @throws {RefusedUpload} */
  reserve(
    file: QueuedFile,
    signal: AbortSignal,
  ): Promise<{ readonly objectName: string; readonly isUploaded: boolean }>;
  /** @returns false where there are bytes under that name already @throws {RefusedUpload} */
  send(file: QueuedFile, objectName: string, options: UploadOptions): Promise<boolean>;
}

export function uploadServer(wire: FileWire): Pick<UploadServer, 'upload'> {
  return {
    upload: async (file, options) => {
      const { objectName, isUploaded } = await wire.reserve(file, options.signal);
      if (isUploaded || (await wire.send(file, objectName, options))) return;
      // The answer to an earlier upload was lost. Only this person may store bytes under that name, and only once.
      if (!(await wire.reserve(file, options.signal)).isUploaded)
        throw new Error('Another upload of this file is not done yet');
    },
  };
}
