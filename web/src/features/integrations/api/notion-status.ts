/** Whether the workspace is connected to Notion. */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '../../../lib/errors/app-error.ts';
import { callFunction } from './call-function.ts';

export interface NotionStatus {
  readonly connected: boolean;
  readonly workspaceName: string | undefined;
}

const DISCONNECTED: NotionStatus = { connected: false, workspaceName: undefined };

export function notionStatusQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['notion-status', workspaceId],
    queryFn: () => getNotionStatus(workspaceId),
  });
}

async function getNotionStatus(workspaceId: string): Promise<NotionStatus> {
  try {
    const status = await callFunction({
      path: `notion-oauth/status?workspaceId=${encodeURIComponent(workspaceId)}`,
      failure: { code: 'OAUTH_ERROR', message: 'Connection failed' },
    });
    const { workspaceName } = status;
    return {
      connected: status.connected === true,
      workspaceName: typeof workspaceName === 'string' ? workspaceName : undefined,
    };
  } catch (error) {
    // A server without the Notion functions has no connection.
    if (error instanceof AppError && error.code !== 'NETWORK_ERROR') return DISCONNECTED;
    throw error;
  }
}
