/** Has files taken that are dropped onto pages, and those uploaded that were left in this browser, until the person leaves. */
import { personLeft, whilePresent } from '../../lib/session/presence.ts';

/** @returns how to stop, also what adding a file has begun */
export function keepFilesGoing(userId: string): () => void {
  const signal = whilePresent(userId);
  void beginFor(userId, signal).catch(() => undefined);
  return () => personLeft(userId);
}

/** The people whose uploads this tab has begun. */
const begun = new Set<string>();

/** Code that did not load is asked for again with the next visit. The files stay. */
async function beginFor(userId: string, signal: AbortSignal): Promise<void> {
  const { dropFilesOnPages } = await import('./drop-files-on-pages.ts');
  if (!signal.aborted) dropFilesOnPages(userId, signal);
  const { beginOnceNeeded } = await import('../../features/files/uploads/files-left.ts');
  const { uploadsName } = await import('../../features/files/uploads/upload-store.ts');
  const begin = async () => {
    begun.add(userId);
    const { beginUploading } = await import('../../features/files/add-file.ts');
    if (!signal.aborted) beginUploading(userId);
  };
  await beginOnceNeeded(userId, {
    hasBegun: begun.has(userId),
    begin,
    hearOfFiles: (onFile) => hearOfFiles(uploadsName(userId), onFile, signal),
  });
}

/** Also of this tab's. */
function hearOfFiles(name: string, onFile: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const others = new BroadcastChannel(name);
  others.addEventListener('message', onFile, { once: true });
  signal.addEventListener('abort', () => others.close());
}
