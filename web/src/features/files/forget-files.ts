/**
 * Removes from this browser the files of a person who signed out: except what the server does not have yet, unless nobody can
 * come back for it.
 */

import { forgetKnownFiles } from './state/known-files.ts';
import { forgetPictures } from './state/picture-bytes.ts';
import { forgetUploads } from './uploads/files-left.ts';

export async function forgetFiles(userId: string, isGoneForGood: boolean): Promise<void> {
  forgetKnownFiles();
  forgetPictures();
  await forgetUploads(userId, isGoneForGood);
}
