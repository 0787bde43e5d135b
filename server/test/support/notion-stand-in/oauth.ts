/** The stand-in's OAuth: the page on which a person allows access, tokens, the next tokens, and taking them back. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { apiError, oauthError } from './api-errors.ts';
import type { NotionState } from './notion-state.ts';

const tokenRequest = z.discriminatedUnion('grant_type', [
  z.object({ grant_type: z.literal('authorization_code'), code: z.string(), redirect_uri: z.string() }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);

export function createOauth(state: NotionState): Hono {
  const app = new Hono();

  app.get('/authorize', (context) => {
    const { client_id, redirect_uri = '', response_type, owner, state: given } = context.req.query();
    if (client_id !== state.app.clientId || response_type !== 'code' || owner !== 'user')
      return context.html('<h1>Missing or invalid client_id, response_type or owner.</h1>', 400);
    const back = (parameters: Readonly<Record<string, string>>) => {
      const url = new URL(redirect_uri);
      url.search = new URLSearchParams({ ...parameters, ...(given ? { state: given } : {}) }).toString();
      return url.href;
    };
    return context.html(html`<!doctype html>
      <html lang="en">
        <head><title>Notion</title></head>
        <body>
          <main>
            <h1>Trellis wants access to ${state.workspace.name}</h1>
            <a href="${back({ code: state.allow(client_id, redirect_uri) })}">Allow access</a>
            <a href="${back({ error: 'access_denied' })}">Cancel</a>
          </main>
        </body>
      </html>`);
  });

  app.use('/:action{token|revoke}', async (context, next) => {
    const { clientId, clientSecret } = state.app;
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (context.req.header('authorization') !== expected) return oauthError(401, 'invalid_client');
    return next();
  });

  app.post('/token', async (context) => {
    const request = tokenRequest.safeParse(await context.req.json());
    if (!request.success) return oauthError(400, 'invalid_request');
    const issued =
      request.data.grant_type === 'refresh_token'
        ? state.redeemRefreshToken(request.data.refresh_token)
        : state.redeemCode(request.data.code, request.data.redirect_uri);
    if (!issued) return oauthError(400, 'invalid_grant');
    const { workspace, botId } = issued.grant;
    return context.json({
      access_token: issued.accessToken,
      refresh_token: issued.refreshToken,
      token_type: 'bearer',
      bot_id: botId,
      workspace_id: workspace.id,
      workspace_name: workspace.name,
      workspace_icon: null,
      owner: { type: 'user', user: { object: 'user', id: botId } },
      duplicated_template_id: null,
      ...(state.expiresIn === undefined ? {} : { expires_in: state.expiresIn }),
    });
  });

  app.post('/revoke', async (context) => {
    const { token } = await context.req.json<{ token?: unknown }>();
    if (typeof token !== 'string') return apiError(400, 'validation_error', 'token should be a string.');
    state.revoke(token);
    return context.json({});
  });

  return app;
}
