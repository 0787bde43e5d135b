/**
 * Removes from this browser the files of a person who signed out: except what the server does not have yet, unless nobody can
 * come back for it.
 */
import { noteUnsentFiles } from '../../lib/unsent-files.ts';
import { forgetKnownFiles } from './state/known-files.ts';
import { forgetPictures } from './state/picture-bytes.ts';
import { openUploadStore, uploadsName } from './state/upload-store.ts';

export async function forgetFiles(userId: string, isGoneForGood: boolean): Promise<void> {
  forgetKnownFiles();
  forgetPictures();
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === uploadsName(userId))) return;
  if (!isGoneForGood) {
    const store = openUploadStore(userId);
    const waiting = await store.all();
    store.close();
    if (waiting.length > 0) return;
  }
  noteUnsentFiles(userId, false);
  indexedDB.deleteDatabase(uploadsName(userId));
}
