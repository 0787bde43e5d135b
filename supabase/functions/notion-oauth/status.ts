/** GET status?workspaceId: how the connection stands, for everybody in the workspace. */
import { requireMember } from '../_shared/caller.ts';
import type { Action } from '../_shared/json-function.ts';
import { readConnection } from '../_shared/notion/connections.ts';
import { notionSettings } from '../_shared/settings.ts';

export const status: Action = {
  method: 'GET',
  failure: { code: 'OAUTH_ERROR', sentence: 'Failed to read the connection to Notion' },
  run: async (request) => {
    const member = await requireMember(request, new URL(request.url).searchParams.get('workspaceId'));
    const connection = await readConnection(member.organizationId);
    return {
      connected: connection !== undefined,
      workspaceName: connection?.workspaceName ?? null,
      /** How it was made: by Notion's page (`oauth`) or with a pasted token (`token`). */
      kind: connection?.kind ?? null,
      /** Notion does not take it any more: it has to be made again. */
      needsReconnect: connection?.status === 'refused',
      /** Whether there is an app at Notion to ask for access; without one, a token is pasted. */
      hasApp: notionSettings().app !== undefined,
    };
  },
};
