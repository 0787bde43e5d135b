/** POST callback {code, state, workspaceId, redirectUri}: the person came back with Notion's code. */
import type { OauthTokenResponse } from '@notionhq/client';
import { requireManager } from '../_shared/caller.ts';
import { Failure } from '../_shared/failure.ts';
import { type Action, readBody } from '../_shared/json-function.ts';
import { putConnection } from '../_shared/notion/connections.ts';
import { appCredentials, notionClient } from '../_shared/notion/notion-client.ts';
import { notionFailure } from '../_shared/notion/notion-failure.ts';
import { tokensOf } from '../_shared/notion/refresh.ts';
import { revoke } from '../_shared/notion/revoke.ts';
import { notionSettings } from '../_shared/settings.ts';
import { endAuthorization } from './authorization-state.ts';
import { redirectUri } from './redirect-uri.ts';

const FAILURE = { code: 'CALLBACK_ERROR', sentence: 'OAuth callback failed' };

export const callback: Action = {
  method: 'POST',
  failure: FAILURE,
  run: async (request) => {
    const { code, state, workspaceId, redirectUri: cameTo } = await readBody(request);
    const { organizationId, userId } = await requireManager(request, workspaceId);
    if (typeof code !== 'string' || code === '' || typeof state !== 'string' || cameTo !== redirectUri())
      throw new Failure(400, 'invalid_request', 'Invalid callback parameters');
    // Before any request to Notion: of two at once, one continues.
    await endAuthorization(state, { organizationId, userId, redirectUri: cameTo });
    const answer = await redeem(code, cameTo);
    const former = await putConnection(
      organizationId,
      'oauth',
      {
        id: answer.workspace_id,
        name: answer.workspace_name ?? undefined,
        icon: answer.workspace_icon ?? undefined,
        botId: answer.bot_id,
      },
      tokensOf(answer),
      userId,
    );
    // Nobody would know the former token any more. For the same bot it may be the same grant.
    if (former && former.botId !== answer.bot_id) await revoke(former);
    return { connected: true, workspaceName: answer.workspace_name };
  },
};

async function redeem(code: string, cameTo: string): Promise<OauthTokenResponse> {
  const { app } = notionSettings();
  if (!app) throw new Failure(409, 'no_app', 'This server has no app at Notion.');
  let answer: OauthTokenResponse;
  try {
    answer = await notionClient().oauth.token({
      ...appCredentials(app),
      grant_type: 'authorization_code',
      code,
      redirect_uri: cameTo,
    });
  } catch (error) {
    throw notionFailure(error) ?? new Failure(502, FAILURE.code, FAILURE.sentence, error);
  }
  if (typeof answer.access_token !== 'string' || answer.access_token === '')
    throw new Failure(502, FAILURE.code, FAILURE.sentence);
  return answer;
}
