/** Has files taken that are dropped onto pages, and those uploaded that were left in this browser, until the person leaves. */
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { personLeft, whilePresent } from '../../lib/session/presence.ts';
import { hasUnsentFiles } from '../../lib/unsent-files.ts';

/** @returns how to stop, also what adding a file has begun */
export function keepFilesGoing(userId: string): () => void {
  const signal = whilePresent(userId);
  let isBegun = false;
  const beginOnce = () => {
    if (!isBegun) void begin(userId, signal).catch(() => undefined);
    isBegun = true;
  };
  const cancel = whenIdle(beginOnce);
  // A person who drags a file does not wait until the browser is idle.
  window.addEventListener('dragenter', beginOnce, { signal });
  return () => {
    cancel();
    personLeft(userId);
  };
}

/** Code that did not load is asked for again with the next visit. The files stay. */
async function begin(userId: string, signal: AbortSignal): Promise<void> {
  const { dropFilesOnPages } = await import('../shell/drop-files-on-pages.ts');
  if (!signal.aborted) dropFilesOnPages(userId, signal);
  if (!hasUnsentFiles(userId)) return;
  const { beginUploading } = await import('../../features/files/add-file.ts');
  if (!signal.aborted) beginUploading(userId);
}
