/** POST initiate {workspaceId}: the address of Notion's page on which the person chooses what to share. */
import { requireManager } from '../_shared/caller.ts';
import { Failure } from '../_shared/failure.ts';
import { type Action, readBody } from '../_shared/json-function.ts';
import { notionSettings } from '../_shared/settings.ts';
import { beginAuthorization } from './authorization-state.ts';
import { redirectUri } from './redirect-uri.ts';

export const initiate: Action = {
  method: 'POST',
  failure: { code: 'OAUTH_ERROR', sentence: 'Failed to initiate OAuth' },
  run: async (request) => {
    const { workspaceId } = await readBody(request);
    const { organizationId, userId } = await requireManager(request, workspaceId);
    const { apiUrl, app } = notionSettings();
    if (!app)
      throw new Failure(
        409,
        'no_app',
        'This server has no app at Notion. Connect with a token from Notion’s settings instead.',
      );
    const url = new URL('/v1/oauth/authorize', apiUrl);
    url.search = new URLSearchParams({
      owner: 'user',
      client_id: app.clientId,
      redirect_uri: redirectUri(),
      response_type: 'code',
      state: await beginAuthorization({ organizationId, userId, redirectUri: redirectUri() }),
    }).toString();
    return { authUrl: url.href };
  },
};
