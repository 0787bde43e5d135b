/** Brings one page and its Notion page in step. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { announcePagesUpdated } from '../../../../lib/page/pages-updated.ts';
import { readAgain } from '../../../../lib/queries/query-keys.ts';
import { toast, toastFailure } from '../../../../ui/toasts/toasts.ts';
import { notionMadeOldBy } from '../query-keys.ts';
import { callFunction } from './call-function.ts';
import { SYNC_TIMEOUT_MS } from './sync-notion.ts';

/** Which of two texts is the right one, where that is the question. */
export type Keep = 'ours' | 'theirs';

export function useSyncPage(workspaceId: string, pageId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keep: Keep | undefined) =>
      callFunction({
        path: 'notion-sync/page',
        body: { workspaceId, pageId, ...(keep ? { keep } : {}) },
        timeoutMs: SYNC_TIMEOUT_MS,
        failure: { code: 'SYNC_ERROR', message: sentences.syncFailed },
      }),
    onSuccess: ({ state }) => {
      if (state === 'synced') toast('success', 'Sync completed', { description: 'Synced 1 page' });
      announcePagesUpdated({ kind: 'anything' });
    },
    onError: (error) => toastFailure('Sync failed', error),
    onSettled: () => readAgain(queryClient, notionMadeOldBy.sync),
  });
}
