/** Brings the workspace's pages and Notion in step now. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { announcePagesUpdated } from '../../../../lib/page/pages-updated.ts';
import { readAgain } from '../../../../lib/queries/query-keys.ts';
import { toast, toastFailure } from '../../../../ui/toasts/toasts.ts';
import { notionMadeOldBy } from '../query-keys.ts';
import { callFunction } from './call-function.ts';

// The server works so long at a time, and says then how much is left.
export const SYNC_TIMEOUT_MS = 150_000;
// Each makes some progress; a workspace that needs more has its turn by the clock.
const MOST_CALLS = 50;

interface Synced {
  /** How many pages are in step. */
  readonly synced: number;
  readonly isWhole: boolean;
}

/** @throws {AppError} */
async function syncAll(workspaceId: string): Promise<Synced> {
  let runId: unknown;
  for (let call = 1; ; call++) {
    const report = await callFunction({
      path: 'notion-sync',
      body: { workspaceId, ...(typeof runId === 'string' ? { runId } : {}) },
      timeoutMs: SYNC_TIMEOUT_MS,
      failure: { code: 'SYNC_ERROR', message: sentences.syncFailed },
    });
    const synced = Number(report.synced) || 0;
    if (!(Number(report.remaining) > 0) || call === MOST_CALLS)
      return { synced, isWhole: synced === Number(report.total) };
    runId = report.runId;
  }
}

export function useSyncNotion(workspaceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => syncAll(workspaceId),
    onSuccess: ({ synced, isWhole }) => {
      // Which pages are not in step, and why, stands below the button.
      toast(isWhole ? 'success' : 'warning', 'Sync completed', { description: `Synced ${synced} pages` });
      announcePagesUpdated({ kind: 'anything' });
    },
    onError: (error) => toastFailure('Sync failed', error),
    onSettled: () => readAgain(queryClient, notionMadeOldBy.syncOfAll(workspaceId)),
  });
}
