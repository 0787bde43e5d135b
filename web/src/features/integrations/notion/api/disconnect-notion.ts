/** Ends the connection to Notion. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { readAgain } from '../../../../lib/queries/query-keys.ts';
import { toast, toastFailure } from '../../../../ui/toasts/toasts.ts';
import { notionMadeOldBy } from '../query-keys.ts';
import { callFunction } from './call-function.ts';

export function useDisconnectNotion(workspaceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callFunction({
        path: 'notion-oauth/disconnect',
        body: { workspaceId },
        failure: { code: 'DISCONNECT_ERROR', message: sentences.disconnectFailed },
      }),
    onSuccess: ({ revoked }) =>
      toast('success', 'Notion disconnected successfully', {
        description:
          revoked === true ? undefined : 'To end its access at Notion too, remove it in Notion’s settings.',
      }),
    onError: (error) => toastFailure('Disconnect failed', error),
    onSettled: () => readAgain(queryClient, notionMadeOldBy.connection(workspaceId)),
  });
}
