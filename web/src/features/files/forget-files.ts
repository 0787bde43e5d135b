/**
 * Removes from this browser the files of a person who signed out: except what the server does not have yet, unless nobody can
 * come back for it.
 */
import { forgetUploads } from './files-left.ts';
import { forgetKnownFiles } from './state/known-files.ts';
import { forgetPictures } from './state/picture-bytes.ts';

export async function forgetFiles(userId: string, isGoneForGood: boolean): Promise<void> {
  forgetKnownFiles();
  forgetPictures();
  await forgetUploads(userId, isGoneForGood);
}
