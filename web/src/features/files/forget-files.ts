/**
 * Removes from this browser the files of a person who signed out: except what the server does not have yet, unless nobody can
 * come back for it.
 */
import { noteUnsentFiles } from '../../lib/unsent-files.ts';
import { sayWhatIsKept } from './say-what-is-kept.ts';
import { forgetKnownFiles } from './state/known-files.ts';
import { forgetPictures } from './state/picture-bytes.ts';
import { openUploadStore, uploadsName } from './state/upload-store.ts';

/** @param why undefined for a person who left some time ago, and was told then what stays */
export async function forgetFiles(userId: string, why?: 'left' | 'deleted'): Promise<void> {
  if (why === 'left') sayWhatIsKept(userId);
  forgetKnownFiles();
  forgetPictures();
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === uploadsName(userId))) return;
  if (why !== 'deleted') {
    const store = openUploadStore(userId);
    const { files } = await store.all();
    store.close();
    if (files.length > 0) return;
  }
  noteUnsentFiles(userId, false);
  indexedDB.deleteDatabase(uploadsName(userId));
}
