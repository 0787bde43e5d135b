/** The files that a person has left in this browser, and that the server does not have yet. */
import { openExisting } from '../../../lib/browser/storage/existing-database.ts';
import { FILES, openUploadStore, uploadsName } from './upload-store.ts';

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
  const name = uploadsName(userId);
  if (isGoneForGood) return settled(indexedDB.deleteDatabase(name));
  if (!(await hasFilesLeft(userId))) await deleteEmpty(name);
}

/**
 * Looks and deletes at once: another tab may store a file between the two. Nobody else has a database open while it gets a newer
 * form, and whoever asks for the older one afterwards is refused, and asks again behind the deletion ({@link openUploadStore}).
 */
async function deleteEmpty(name: string): Promise<void> {
  const existing = await openExisting(name);
  if (!existing) return;
  existing.close();
  const request = indexedDB.open(name, existing.version + 1);
  const ends: Promise<void>[] = [settled(request)];
  request.onupgradeneeded = ({ oldVersion }) => {
    const { transaction } = request;
    // Another tab was faster.
    if (oldVersion === 0 || !transaction?.objectStoreNames.contains(FILES)) return transaction?.abort();
    const count = transaction.objectStore(FILES).count();
    count.onsuccess = () => {
      if (count.result > 0) transaction.abort();
      else ends.push(settled(indexedDB.deleteDatabase(name)));
    };
  };
  request.onsuccess = () => request.result.close();
  // An aborted upgrade is no failure of the page.
  request.onerror = (event) => event.preventDefault();
  await ends[0];
  await ends[1];
}

function settled(request: IDBOpenDBRequest): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve());
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
