/** Brings the workspace's pages and Notion in step now. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { announcePagesUpdated } from '../../../lib/pages-updated.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { callFunction } from './call-function.ts';
import { notionStatusQuery } from './notion-status.ts';
import { syncKeys } from './sync-queries.ts';

// The server works so long at a time, and says then how much is left.
export const SYNC_TIMEOUT_MS = 150_000;
// Each makes some progress; a workspace that needs more has its turn by the clock.
const MOST_CALLS = 50;

/** @returns how many pages are in step @throws {AppError} */
async function syncAll(workspaceId: string): Promise<number> {
  let runId: unknown;
  let synced = 0;
  for (let call = 0; call < MOST_CALLS; call++) {
    const report = await callFunction({
      path: 'notion-sync',
      body: { workspaceId, ...(typeof runId === 'string' ? { runId } : {}) },
      timeoutMs: SYNC_TIMEOUT_MS,
      failure: { code: 'SYNC_ERROR', message: sentences.syncFailed },
    });
    synced = Number(report.synced) || 0;
    if (!(Number(report.remaining) > 0)) break;
    runId = report.runId;
  }
  return synced;
}

export function useSyncNotion(workspaceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => syncAll(workspaceId),
    onSuccess: (synced) => {
      toast('success', 'Sync completed', { description: `Synced ${synced} pages` });
      announcePagesUpdated();
    },
    onError: (error) => toastFailure('Sync failed', error),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: notionStatusQuery(workspaceId).queryKey }),
        queryClient.invalidateQueries({ queryKey: syncKeys.all }),
      ]),
  });
}
