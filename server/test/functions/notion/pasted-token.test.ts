/** Connecting with a token from Notion’s own settings. */
// The same on every database: its subject is what Notion says of a token.
import { describe, expect, test } from 'vitest';
import { signUp } from '../../product/people.ts';
import { startTestServer } from '../../support/test-server.ts';
import { NOT_CONNECTED, useNotionApp } from './notion-app.ts';

const { notion, mia, call, status, connect, storedRow } = useNotionApp();

describe('a pasted token', () => {
  test('connects a server without an app', async () => {
    await using withoutApp = await startTestServer({
      notion: { apiUrl: notion().url, clientId: undefined },
    });
    const ann = await signUp(withoutApp, 'Ann');
    const body = { workspaceId: ann.workspaceId };
    expect(
      (await call(ann, `status?workspaceId=${ann.workspaceId}`, undefined, withoutApp)).body.data,
    ).toMatchObject({
      ...NOT_CONNECTED,
      hasApp: false,
    });
    expect(await call(ann, 'initiate', body, withoutApp)).toMatchObject({
      status: 409,
      body: { code: 'no_app' },
    });
    const token = ` ${notion().state.makeInternalToken()}\n`;
    expect(await call(ann, 'token', { ...body, token }, withoutApp)).toEqual({
      status: 200,
      body: { data: { connected: true, workspaceName: 'Acme Notes' } },
    });
    // Nobody but its maker can end it.
    expect((await call(ann, 'disconnect', body, withoutApp)).body.data).toEqual({
      connected: false,
      revoked: false,
    });
  });

  test.each([
    ['is of nobody', () => 'ntn_0123456789abcdef0123456789', 'token_refused'],
    ['is too short', () => 'ntn_1', 'token_malformed'],
    ['is many lines', () => `ntn_0123456789abcdef\r\nx-header: 1`, 'token_malformed'],
    ['is no text', () => 7, 'token_malformed'],
  ])('that %s is refused and not kept', async (_name, token, code) => {
    const answer = await call(mia(), 'token', { workspaceId: mia().workspaceId, token: token() });
    expect(answer).toMatchObject({ status: 422, body: { code } });
    expect(await storedRow(mia())).toBeNull();
  });

  test('is not kept when Notion does not name its owner', async () => {
    const instead = () => Response.json({}, { status: 502 });
    notion().faults.next({ method: 'GET', path: /users\/me$/, instead });
    const token = notion().state.makeInternalToken();
    const answer = await call(mia(), 'token', { workspaceId: mia().workspaceId, token });
    expect(answer).toMatchObject({ status: 503, body: { code: 'notion_busy' } });
    expect(await storedRow(mia())).toBeNull();
  });

  test('replaces a connection, which ends at Notion', async () => {
    await connect(mia());
    const [former] = notion().state.accessTokens.slice(-1);
    const token = notion().state.makeInternalToken({ id: mia().id, name: 'Other Notes' });
    expect((await call(mia(), 'token', { workspaceId: mia().workspaceId, token })).status).toBe(200);
    expect(notion().state.accessTokens).not.toContain(former);
    expect(await status(mia())).toMatchObject({
      connected: true,
      workspaceName: 'Other Notes',
      kind: 'token',
    });
  });
});
