/**
 * POST collect: the clock's call. The database marks the files that nothing uses; their objects are deleted through Storage, which
 * alone may delete bytes; then the database forgets them. Each step may be done twice, so that a process that dies
 * between two of them leaves no more than work for the next call, and any number of processes may have a clock.
 */
import { asOperator, dataError } from '../_shared/data-api.ts';
import type { Action } from '../_shared/json-function.ts';
import { requireOperator } from '../_shared/operator.ts';
import { deleteUnusedAvatars } from './delete-unused-avatars.ts';
import { deleteObjects } from './objects.ts';

const WORK_MS = 60_000;
const PORTION = 500;

interface UnusedFile {
  readonly id: string;
  readonly object_name: string;
}

export const collect: Action = {
  method: 'POST',
  failure: { code: 'collection_failed', sentence: 'Unused files could not be deleted.' },
  run: async (request) => {
    await requireOperator(request);
    const until = Date.now() + WORK_MS;
    let deleted = 0;
    while (Date.now() < until) {
      const files = await claimUnusedFiles();
      if (files.length === 0) break;
      await deleteObjects(
        'page-files',
        files.map((file) => file.object_name),
      );
      const forgotten = await forgetFiles(files.map(({ id }) => id));
      deleted += forgotten;
      // Storage has not deleted the others: they have their turn with the next call.
      if (forgotten < files.length) break;
    }
    return { deleted: deleted + (await deleteUnusedAvatars()) };
  },
};

async function claimUnusedFiles(): Promise<readonly UnusedFile[]> {
  const { data, error } = await asOperator().rpc('claim_unused_files', { most: PORTION });
  if (error) throw dataError(error);
  return data as UnusedFile[];
}

async function forgetFiles(files: readonly string[]): Promise<number> {
  const { data, error } = await asOperator().rpc('forget_unused_files', { files });
  if (error) throw dataError(error);
  return data as number;
}
