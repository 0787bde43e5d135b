/**
 * POST token {workspaceId, token}: connects with a token from Notion's own settings, of an internal connection or of a
 * person, for servers without an app at Notion. The token is tried at Notion before it is kept.
 */
import { requireManager } from '../_shared/caller.ts';
import { Failure } from '../_shared/failure.ts';
import { type Action, readBody } from '../_shared/json-function.ts';
import { type NotionWorkspace, putConnection } from '../_shared/notion/connections.ts';
import { notionClient } from '../_shared/notion/notion-client.ts';
import { notionFailure } from '../_shared/notion/notion-failure.ts';
import { revoke } from '../_shared/notion/revoke.ts';

// Fits in a header; too short for a page pasted by mistake.
const TOKEN = /^[\x21-\x7e]{20,500}$/;

export const connectToken: Action = {
  method: 'POST',
  failure: { code: 'OAUTH_ERROR', sentence: 'Connection failed' },
  run: async (request) => {
    const { workspaceId, token: pasted } = await readBody(request);
    const { organizationId, userId } = await requireManager(request, workspaceId);
    const token = typeof pasted === 'string' ? pasted.trim() : '';
    if (!TOKEN.test(token))
      throw new Failure(
        422,
        'token_malformed',
        'This is not a token of Notion. Copy it whole: it begins with ntn_.',
      );
    const workspace = await workspaceOf(token);
    const former = await putConnection(
      organizationId,
      'token',
      workspace,
      { accessToken: token, refreshToken: undefined, expiresAt: undefined },
      userId,
    );
    if (former) await revoke(former);
    return { connected: true, workspaceName: workspace.name ?? null };
  },
};

async function workspaceOf(token: string): Promise<NotionWorkspace> {
  try {
    const me = await notionClient(token).users.me({});
    const bot = me.type === 'bot' && 'workspace_id' in me.bot ? me.bot : undefined;
    return { id: bot?.workspace_id, name: bot?.workspace_name ?? undefined, icon: undefined, botId: me.id };
  } catch (error) {
    throw (
      notionFailure(error) ??
      new Failure(
        422,
        'token_refused',
        'Notion does not accept this token. Copy it again, and check that it has not expired.',
        error,
      )
    );
  }
}
