/** Connects with a token from Notion's own settings. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readAgain } from '../../../../lib/queries/query-keys.ts';
import { toast } from '../../../../ui/toasts/toasts.ts';
import { notionMadeOldBy } from '../query-keys.ts';
import { callFunction } from './call-function.ts';

export function useConnectWithToken(workspaceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      callFunction({
        path: 'notion-oauth/token',
        body: { workspaceId, token },
        failure: { code: 'OAUTH_ERROR', message: 'Connection failed' },
      }),
    onSuccess: () => {
      toast('success', 'Notion connected');
      return readAgain(queryClient, notionMadeOldBy.connection(workspaceId));
    },
  });
}
