/** POST disconnect {workspaceId}: forgets the tokens, whatever Notion says, and asks Notion to end them. */
import { requireManager } from '../_shared/caller.ts';
import { type Action, readBody } from '../_shared/json-function.ts';
import { deleteConnection, readConnection } from '../_shared/notion/connections.ts';
import { revoke } from '../_shared/notion/revoke.ts';

export const disconnect: Action = {
  method: 'POST',
  failure: { code: 'DISCONNECT_ERROR', sentence: 'Failed to disconnect' },
  run: async (request) => {
    const { workspaceId } = await readBody(request);
    const { organizationId } = await requireManager(request, workspaceId);
    let revoked = true;
    let connection = await readConnection(organizationId);
    while (connection) {
      revoked = await revoke(connection);
      if (await deleteConnection(connection)) break;
      // Somebody has refreshed or connected again meanwhile: delete that connection, too.
      connection = await readConnection(organizationId);
    }
    return { connected: false, revoked };
  },
};
