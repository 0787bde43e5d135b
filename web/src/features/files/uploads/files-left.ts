/** The files that a person has left in this browser, and that the server does not have yet. */
import { openUploadStore, uploadsName } from './upload-store.ts';

export async function hasFilesLeft(userId: string): Promise<boolean> {
  const store = openUploadStore(userId);
  try {
    return (await store.all()).files.length > 0;
  } finally {
    store.close();
  }
}

/**
 * Deletes what the browser knows of files, but not the files, unless nobody can come back for them.
 * @returns once that is done, or a stuck tab keeps it from being done before the tab ends
 */
export async function forgetUploads(userId: string, isGoneForGood: boolean): Promise<void> {
  if (!isGoneForGood && (await hasFilesLeft(userId))) return;
  const deletion = indexedDB.deleteDatabase(uploadsName(userId));
  await new Promise((resolve) => {
    for (const end of ['success', 'error', 'blocked']) deletion.addEventListener(end, resolve);
  });
}

interface Uploading {
  /** In this tab, before its person left it and came back: it may have files that the browser had no room for. */
  readonly hasBegun: boolean;
  readonly begin: () => void;
  /** Calls back when a tab gets a file. Another one may be closed before it has sent it. */
  readonly hearOfFiles: (onFile: () => void) => void;
}

/** Uploads begin as soon as there is a file to upload: most visits need none of their code. */
export async function beginOnceNeeded(
  userId: string,
  { hasBegun, begin, hearOfFiles }: Uploading,
): Promise<void> {
  // First, or a file that comes while this looks is nobody's.
  hearOfFiles(begin);
  // Nobody knows what lies on a disk that does not open: the queue looks again until it does.
  if (hasBegun || (await hasFilesLeft(userId).catch(() => true))) begin();
}
