/** Mails wait for a mail server that is away, does not take them now, or refuses the login; and the operator sees them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { fragment, newAddress, openLink, PASSWORD, send } from '../auth/auth-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { type MailServer, postpone, refuse, startMailServer } from './mail-server.ts';

let server: TestServer;
let port: number;
beforeEach(async () => {
  port = await freePort();
  server = await startTestServer({
    mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Trellis <mail@example.com>' },
    auth: { emailConfirmation: true },
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

const ask = (method: string, path: string, key = server.secrets.secretKey, body?: unknown) =>
  fetch(`${server.url}/mail/v1${path}`, {
    method,
    headers: { apikey: key, 'user-agent': 'test' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const list = async () => (await ask('GET', '/messages')).json();
const readiness = async () => (await fetch(`${server.url}/health/ready`)).json();
const kinds = () => server.observations.map(({ kind }) => kind);
const signUp = (email: string) => send(server, '/signup', { body: { email, password: PASSWORD } });

/** Waits for the mail and opens its link. */
async function openNewest(mailServer: MailServer, email: string): Promise<string | undefined> {
  await expect.poll(() => mailServer.acceptedFor(email).length).toBe(1);
  const [mail] = mailServer.acceptedFor(email);
  if (!mail) throw new Error('No mail came.');
  return fragment(await openLink(server, mail)).type;
}

test('mails asked for while the mail server is down come when it is back, each once, and their links work', async () => {
  const [ada, bob] = [newAddress(), newAddress()];
  expect((await signUp(ada)).status).toBe(200);
  expect((await signUp(bob)).status).toBe(200);
  await server.idle();
  expect(kinds()).toContain('mail-server-away');
  expect(await readiness()).toEqual({
    status: 'ok',
    warnings: ['No mail goes out: Nothing listens there. Check host and port in SMTP_URL.'],
  });
  const { rows } = await server.database.asOwner((transaction) =>
    transaction.query({ text: 'select sealed, topic, problem from trellis_server.mails' }),
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|verify|Confirm/);
  expect(await list()).toMatchObject([
    { kind: 'signup', to: bob, subject: 'Confirm your email address', failed_at: null },
    { kind: 'signup', to: ada },
  ]);
  expect(JSON.stringify(await list())).not.toContain('token=');

  await using mailServer = await startMailServer({ port });
  expect(await (await ask('POST', '/messages/retry')).json()).toEqual({ count: 2 });
  expect(await openNewest(mailServer, ada)).toBe('signup');
  expect(await openNewest(mailServer, bob)).toBe('signup');
  await server.idle();
  expect(await list()).toEqual([]);
  expect(await readiness()).toEqual({ status: 'ok' });
  expect(kinds()).toContain('mail-server-back');
});

test('a mail that is not taken now (451) waits; a newer link takes its place; one refused for good (550) ends', async () => {
  await using mailServer = await startMailServer({ port });
  await ask('POST', '/messages/retry');
  await server.idle();
  const email = newAddress();
  mailServer.judge = postpone;
  expect((await signUp(email)).status).toBe(200);
  const [first, ...others] = await list();
  expect([first.tries, first.problem, others]).toEqual([1, 'The mail server says: 451 Not this one.', []]);
  await server.database.asOwner((transaction) => transaction.query({ text: 'delete from auth.rate_limits' }));
  await send(server, '/resend', { body: { type: 'signup', email } });
  await server.idle();
  const [second, ...more] = await list();
  expect([second.id === first.id, more]).toEqual([false, []]);
  mailServer.judge = () => undefined;
  await ask('POST', `/messages/retry?id=${second.id}`);
  expect(await openNewest(mailServer, email)).toBe('signup');

  mailServer.judge = refuse;
  expect((await signUp(newAddress())).status).toBe(500);
  // The operator sees that it failed, and why; its link is void, so nothing of it stays.
  const [failed, ...rest] = await list();
  expect(rest).toEqual([]);
  expect(failed).toMatchObject({ to: null, problem: 'The mail server says: 550 Not this one.' });
  expect(failed.failed_at).not.toBeNull();
  expect(await (await ask('POST', '/messages/retry')).json()).toEqual({ count: 0 });
  expect(await (await ask('DELETE', '/messages')).json()).toEqual({ count: 1 });
  expect(await list()).toEqual([]);
});

test('a mail whose link works no more is not sent, and the log says so', async () => {
  expect((await signUp(newAddress())).status).toBe(200);
  await server.idle();
  await server.database.asOwner((transaction) =>
    transaction.query({ text: `update trellis_server.mails set expires_at = now()` }),
  );
  await using mailServer = await startMailServer({ port });
  const sent: unknown[] = [];
  mailServer.judge = (mail) => void sent.push(mail);
  await ask('POST', '/messages/retry');
  await expect.poll(list).toEqual([]);
  expect(server.observations).toContainEqual(
    expect.objectContaining({ kind: 'mail-dropped', mail: 'signup', reason: 'Its link works no more.' }),
  );
  expect(sent).toEqual([]);
});

test('a mail says that a program wrote it, and posted ones how to stop them', async () => {
  // The server has looked for the mail server at its start, and looks again on request.
  await server.idle();
  await using mailServer = await startMailServer({ port });
  await ask('POST', '/messages/retry');
  await expect.poll(async () => (await readiness()).warnings ?? []).toEqual([]);
  const to = newAddress();
  const mail = { kind: 'digest', to, subject: 'News', text: 'Some', html: '<p>Some</p>' };
  const unsubscribe_url = 'https://docs.example.com/stop?a=1';
  const answer = await ask('POST', '/messages', undefined, { mails: [{ ...mail, unsubscribe_url }, mail] });
  expect(await answer.json()).toEqual({ outcomes: ['sent', 'sent'] });
  const headers = mailServer
    .acceptedFor(to)
    .map((one) => new Map(one.headers.map(({ key, value }) => [key, value])))
    .sort((one, other) => other.size - one.size);
  expect(headers[0]?.get('auto-submitted')).toBe('auto-generated');
  expect(headers[0]?.get('list-unsubscribe')).toBe(`<${unsubscribe_url}>`);
  expect(headers[0]?.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(headers[1]?.has('list-unsubscribe')).toBe(false);
  expect(headers[0]?.get('message-id')).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
});

describe('the queue over HTTP', () => {
  const mail = { kind: 'digest', to: 'ada@example.com', subject: 'News', text: 'Some', html: '<p>Some</p>' };

  test.each([
    ['no mails', { mails: [] }],
    ['no JSON', undefined],
    ['two addresses in one', { mails: [{ ...mail, to: 'ada@example.com, bob@example.com' }] }],
    ['a header in the address', { mails: [{ ...mail, to: 'ada@example.com\r\nBcc: bob@example.com' }] }],
    ['a script to stop mails', { mails: [{ ...mail, unsubscribe_url: 'javascript:alert(1)' }] }],
    ['a kind that is a sentence', { mails: [{ ...mail, kind: 'To ada@example.com' }] }],
    ['101 mails', { mails: Array.from({ length: 101 }, () => mail) }],
    ['one wrong mail among right ones', { mails: [mail, { ...mail, subject: '' }] }],
  ])('refuses %s, and sends nothing', async (_what, body) => {
    const answer = await ask('POST', '/messages', undefined, body);
    expect([answer.status, await answer.json()]).toEqual([400, { message: expect.any(String) }]);
    expect(await list()).toEqual([]);
  });

  test('is for the secret key alone', async () => {
    const { publishableKey, secretKey } = server.secrets;
    for (const key of [publishableKey, 'wrong', ''])
      for (const [method, path] of [
        ['GET', '/messages'],
        ['POST', '/messages'],
        ['POST', '/messages/retry'],
        ['DELETE', '/messages'],
      ] as const)
        expect((await ask(method, path, key, method === 'POST' ? { mails: [mail] } : undefined)).status).toBe(
          401,
        );
    expect((await ask('GET', '/other', secretKey)).status).toBe(404);
    expect((await ask('DELETE', `/messages?id=1' or true`)).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('no role of the API reads or writes the table', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      await expect(
        server.database.asOwner(async (transaction) => {
          await transaction.query({ text: `set local role ${role}` });
          await transaction.query({ text: 'select from trellis_server.mails' });
        }),
      ).rejects.toMatchObject({ code: '42501' });
  });
});
