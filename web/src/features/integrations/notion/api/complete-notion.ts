/** Ends what the connection's start began: hands what Notion sent to the server. */

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { absoluteUrl, paths } from '../../../../lib/paths.ts';
import { readAgain } from '../../../../lib/queries/query-keys.ts';
import { toast } from '../../../../ui/toasts/toasts.ts';
import type { Grant } from '../callback-parameters.ts';
import { notionKeys, notionMadeOldBy } from '../query-keys.ts';
import { callFunction } from './call-function.ts';

/** A code is good for one call: its answer is kept, and nothing asks again by itself. */
export function completeNotionQuery(grant: Grant, queryClient: QueryClient) {
  return queryOptions({
    queryKey: notionKeys.callback(grant.code, grant.state),
    queryFn: () => completeNotion(grant, queryClient),
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** @throws {AppError} */
async function completeNotion({ code, state, workspaceId }: Grant, queryClient: QueryClient): Promise<true> {
  await callFunction({
    path: 'notion-oauth/callback',
    body: { code, state, workspaceId, redirectUri: absoluteUrl(paths.notionCallback) },
    failure: { code: 'CALLBACK_ERROR', message: sentences.callbackFailed },
  });
  toast('success', 'Notion connected');
  void readAgain(queryClient, notionMadeOldBy.connection(workspaceId));
  return true;
}
