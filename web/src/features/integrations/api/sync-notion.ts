/** Brings the workspace's pages and Notion in step now. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { announcePagesUpdated } from '../../../lib/pages-updated.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { callFunction } from './call-function.ts';
import { notionStatusQuery } from './notion-status.ts';

export function useSyncNotion(workspaceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callFunction({
        path: 'notion-sync',
        body: { workspaceId },
        failure: { code: 'SYNC_ERROR', message: sentences.syncFailed },
      }),
    onSuccess: ({ synced }) => {
      toast('success', 'Sync completed', { description: `Synced ${Number(synced) || 0} pages` });
      announcePagesUpdated();
    },
    onError: (error) => toastFailure('Sync failed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notionStatusQuery(workspaceId).queryKey }),
  });
}
