/** The code and state from Notion: good once, for a while, for the person and the workspace that began. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { generateSecrets } from '../../../src/config/secrets.ts';
import { type Person, signUp } from '../../product/people.ts';
import { startTestServer } from '../../support/test-server.ts';
import { type Answer, CONNECTED, useNotionApp } from './notion-app.ts';

const { notion, server, operator, mia, call, status, authorize, comeBack, join, storedRow } = useNotionApp();

describe('a return from Notion', () => {
  let ann: Person;
  let unanswered: Promise<Answer>;
  // Until Notion's silence is taken for one, the other tests run.
  beforeAll(async () => {
    ann = await signUp(server(), 'Ann');
    const returned = await authorize(ann);
    notion().faults.next({ method: 'POST', path: /oauth\/token$/, instead: 'hang' });
    unanswered = comeBack(ann, returned);
    await vi.waitUntil(() => notion().requests.some(({ path }) => path.endsWith('/oauth/token')), 90_000);
  });

  const refused = async (answer: Promise<Answer>, at: number, code: string, person = mia()) => {
    const { status: found, body } = await answer;
    expect({ found, code: body.code }).toEqual({ found: at, code });
    expect(body.error).toEqual(expect.stringMatching(/\w/));
    expect(await storedRow(person)).toBeNull();
  };

  test('is good once', async () => {
    const returned = await authorize(mia());
    expect((await comeBack(mia(), returned)).status).toBe(200);
    const { code } = await authorize(mia());
    expect((await comeBack(mia(), { ...returned, code })).body).toMatchObject({ code: 'state_used' });
  });

  test('is good for one of two at the same time', async () => {
    const returned = await authorize(mia());
    const answers = await Promise.all([1, 2, 3, 4].map(() => comeBack(mia(), returned)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    expect(await status(mia())).toMatchObject(CONNECTED);
  });

  test('is good for a while', async () => {
    const returned = await authorize(mia());
    await operator()
      .from('notion_authorizations')
      .update({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .eq('user_id', mia().id);
    await refused(comeBack(mia(), returned), 400, 'state_expired');
  });

  test('is good for the person who began', async () => {
    const eve = await signUp(server(), 'Eve');
    await join(eve, mia().workspaceId, 'admin');
    const returned = await authorize(eve, mia().workspaceId);
    await refused(comeBack(mia(), returned), 400, 'state_invalid');
  });

  test('is good for the workspace where it began', async () => {
    const eve = await signUp(server(), 'Eve');
    await join(mia(), eve.workspaceId, 'owner');
    // As if somebody had put another workspace's id in front.
    const { code, state } = await authorize(mia(), eve.workspaceId);
    const forged = state.replace(eve.workspaceId, mia().workspaceId);
    await refused(comeBack(mia(), { code, state: forged }), 400, 'state_invalid');
    await refused(comeBack(mia(), { code, state }), 400, 'state_invalid');
    await refused(comeBack(mia(), { code, state }, { workspaceId: 'x' }), 400, 'invalid_request');
  });

  test.each([
    ['a plain id of the workspace', () => mia().workspaceId],
    ['nothing', () => ''],
    ['another signature', (state: string) => `${state.slice(0, -4)}AAAA`],
    ['no signature', (state: string) => state.split('.').slice(0, 2).join('.')],
    ['more than it was', (state: string) => `${state}.x`],
    ['a text that is not base64', (state: string) => `${state.slice(0, -3)}ä?*`],
  ])('is not good with %s as state', async (_name, forge) => {
    const { code, state } = await authorize(mia());
    await refused(comeBack(mia(), { code, state: forge(state) }), 400, 'state_invalid');
  });

  test('is not good without a code, or for another address', async () => {
    const returned = await authorize(mia());
    await refused(comeBack(mia(), { ...returned, code: '' }), 400, 'invalid_request');
    const redirectUri = 'https://evil.example/notion-callback';
    await refused(comeBack(mia(), returned, { redirectUri }), 400, 'invalid_request');
    await refused(call(mia(), 'callback', []), 400, 'invalid_request');
    expect((await comeBack(mia(), returned)).status).toBe(200);
  });

  test('with a code unknown to Notion fails in the catalogue’s words', async () => {
    const { state } = await authorize(mia());
    const answer = await comeBack(mia(), { state, code: 'made-up' });
    expect(answer.body).toEqual({ code: 'CALLBACK_ERROR', error: 'OAuth callback failed' });
    expect(await storedRow(mia())).toBeNull();
  });

  test.each([
    ['is busy', () => Response.json({}, { status: 529 }), 503, 'notion_busy'],
    [
      'does not know the app',
      () => Response.json({ error: 'invalid_client' }, { status: 401 }),
      502,
      'notion_app_refused',
    ],
    ['answers nonsense', () => Response.json({ access_token: 7 }), 502, 'CALLBACK_ERROR'],
  ])('says when Notion %s', async (_name, instead, at, code) => {
    const returned = await authorize(mia());
    notion().faults.next({ method: 'POST', path: /oauth\/token$/, instead });
    await refused(comeBack(mia(), returned), at, code);
  });

  test('says when Notion cannot be reached', async () => {
    const { clientId } = notion().state.app;
    // Nothing listens there.
    await using cut = await startTestServer(
      { notion: { apiUrl: 'http://127.0.0.1:9', clientId } },
      { ...(await generateSecrets()), notionClientSecret: 'x' },
    );
    const bea = await signUp(cut, 'Bea');
    const { body } = await call(bea, 'initiate', { workspaceId: bea.workspaceId }, cut);
    const state = new URL(String(body.data?.authUrl)).searchParams.get('state');
    const answer = await call(
      bea,
      'callback',
      {
        code: 'x',
        state,
        workspaceId: bea.workspaceId,
        redirectUri: `${cut.config.siteUrl}/dashboard/settings/workspace/notion-callback`,
      },
      cut,
    );
    expect(answer).toMatchObject({ status: 502, body: { code: 'notion_unreachable' } });
  });

  test('says when Notion does not answer', () => refused(unanswered, 504, 'notion_timeout', ann));
});
