/** Whether the workspace is connected to Notion, and how. */

import { queryOptions } from '@tanstack/react-query';
import { notionKeys } from '../query-keys.ts';
import { callFunction } from './call-function.ts';

export interface NotionStatus {
  readonly connected: boolean;
  /** Its name at Notion. */
  readonly workspaceName: string | undefined;
  /** Made with a pasted token, which only its maker can end. */
  readonly byToken: boolean;
  /** Notion does not take the connection any more. */
  readonly needsReconnect: boolean;
  /** Whether Notion can ask people for access on a page of its own; without it, they paste a token. */
  readonly hasApp: boolean;
}

export function notionStatusQuery(workspaceId: string) {
  return queryOptions({
    queryKey: notionKeys.status(workspaceId),
    queryFn: () => getNotionStatus(workspaceId),
  });
}

async function getNotionStatus(workspaceId: string): Promise<NotionStatus> {
  const { connected, workspaceName, kind, needsReconnect, hasApp } = await callFunction({
    path: `notion-oauth/status?workspaceId=${encodeURIComponent(workspaceId)}`,
    failure: { code: 'OAUTH_ERROR', message: 'Connection failed' },
  });
  return {
    connected: connected === true,
    workspaceName: typeof workspaceName === 'string' && workspaceName !== '' ? workspaceName : undefined,
    byToken: kind === 'token',
    needsReconnect: needsReconnect === true,
    hasApp: hasApp === true,
  };
}
