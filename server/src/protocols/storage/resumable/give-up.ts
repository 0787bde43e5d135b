/** Ends an upload in several requests, and removes what has come. */
import type { StorageServices } from '../storage-services.ts';
import { endUpload } from '../store/resumable-uploads.ts';

export async function giveUp(
  { database, uploadBytes, sweeper }: Pick<StorageServices, 'database' | 'uploadBytes' | 'sweeper'>,
  version: string,
): Promise<void> {
  await endUpload(database, version);
  sweeper.run();
  await uploadBytes.forgetParts(version);
}
