/**
 * Removes what is left of uploads in several requests that have ended: on this machine's disk, where the upload went on at another
 * process, and parts at the store, where a process died between two steps.
 */
import type { SharedParts } from '../../../files/shared-parts.ts';
import type { UnfinishedFiles } from '../../../files/unfinished-files.ts';
import type { Owner } from '../store/object-versions.ts';
import { endedOf } from '../store/resumable-uploads.ts';

const PORTION = 500;

export async function clearEndedUploads(
  database: Owner,
  unfinished: Pick<UnfinishedFiles, 'old' | 'remove'>,
  parts: SharedParts | undefined,
): Promise<void> {
  for (const version of await endedOf(database, await unfinished.old())) await unfinished.remove(version);
  if (!parts) return;
  let portion: string[] = [];
  const clear = async () => {
    for (const version of await endedOf(database, portion)) await parts.remove(version);
    portion = [];
  };
  for await (const version of parts.versions()) if (portion.push(version) >= PORTION) await clear();
  await clear();
}
