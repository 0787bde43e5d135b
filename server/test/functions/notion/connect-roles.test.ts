/** Roles that may connect a workspace to Notion, and roles that may not. */
import { describe, expect, test } from 'vitest';
import { signUp } from '../../product/people.ts';
import { CONNECTED, useNotionApp } from './notion-app.ts';

const { notion, server, operator, mia, call, send, status, authorize, comeBack, redirectUri, connect, join } =
  useNotionApp();

describe('the rights to connect', () => {
  const actions = (workspaceId: string): [string, Readonly<Record<string, unknown>>][] => [
    ['initiate', { workspaceId }],
    ['callback', { workspaceId, code: 'x', state: 'x', redirectUri: redirectUri() }],
    ['token', { workspaceId, token: notion().state.makeInternalToken() }],
    ['disconnect', { workspaceId }],
  ];

  test('a member sees the connection and can neither make nor end one', async () => {
    await connect(mia());
    const member = await signUp(server(), 'Member');
    await join(member, mia().workspaceId, 'member');
    expect(await status(member, mia().workspaceId)).toMatchObject(CONNECTED);
    for (const [path, body] of actions(mia().workspaceId))
      expect(await call(member, path, body), path).toMatchObject({
        status: 403,
        body: { code: 'managers_only' },
      });
    expect(await status(mia())).toMatchObject(CONNECTED);
  });

  test('an admin connects and disconnects', async () => {
    const admin = await signUp(server(), 'Admin');
    await join(admin, mia().workspaceId, 'admin');
    const returned = await authorize(admin, mia().workspaceId);
    expect((await comeBack(admin, returned, { workspaceId: mia().workspaceId })).status).toBe(200);
    expect((await call(admin, 'disconnect', { workspaceId: mia().workspaceId })).status).toBe(200);
  });

  test('a former admin may not finish', async () => {
    const admin = await signUp(server(), 'Admin');
    await join(admin, mia().workspaceId, 'admin');
    const returned = await authorize(admin, mia().workspaceId);
    await operator()
      .from('organization_members')
      .update({ role: 'member' })
      .match({ user_id: admin.id, organization_id: mia().workspaceId });
    const answer = await comeBack(admin, returned, { workspaceId: mia().workspaceId });
    expect(answer).toMatchObject({ status: 403, body: { code: 'managers_only' } });
  });

  test('an outsider sees and does nothing', async () => {
    await connect(mia());
    const eve = await signUp(server(), 'Eve');
    const denied = { status: 403, body: { code: 'not_a_member' } };
    expect(await call(eve, `status?workspaceId=${mia().workspaceId}`)).toMatchObject(denied);
    for (const [path, body] of actions(mia().workspaceId))
      expect(await call(eve, path, body), path).toMatchObject(denied);
  });

  test('a request without an account, with a key, a forged token or an ended session does nothing', async () => {
    const { data } = await mia().client.auth.getSession();
    const good = data.session?.access_token ?? '';
    const [head, , signature] = good.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: mia().id, role: 'authenticated' })).toString(
      'base64url',
    );
    await mia().client.auth.signOut();
    const tokens = [undefined, server().secrets.publishableKey, server().secrets.secretKey];
    for (const token of [...tokens, `${head}.${claims}.${signature}`, good])
      for (const [path, body] of [
        [`status?workspaceId=${mia().workspaceId}`, undefined] as const,
        ...actions(mia().workspaceId),
      ])
        expect(await send(server(), path, body, token), `${path} ${token}`).toMatchObject({
          status: 401,
          body: { code: 'not_signed_in' },
        });
  });

  test('a session that lacks its second step sees and does nothing', async () => {
    await server().database.asOwner(async (transaction) => {
      await transaction.query({
        text: `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
          values (gen_random_uuid(), $1, 'App', 'totp', 'verified', 'x', now(), now())`,
        values: [mia().id],
      });
    });
    const denied = { status: 403, body: { code: 'not_a_member' } };
    expect(await call(mia(), `status?workspaceId=${mia().workspaceId}`)).toMatchObject(denied);
    for (const [path, body] of actions(mia().workspaceId))
      expect(await call(mia(), path, body), path).toMatchObject(denied);
  });

  test('no client reads the stored row', async () => {
    await connect(mia());
    for (const table of ['notion_connections', 'notion_authorizations'])
      expect((await mia().client.from(table).select()).error?.code).toBe('42501');
    const { error } = await mia().client.rpc('claim_notion_refresh', {
      organization_id: mia().workspaceId,
      token_id: mia().id,
    });
    expect(error?.code).toBe('42501');
  });
});
