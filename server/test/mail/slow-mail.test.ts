import { afterAll, afterEach, expect, test } from 'vitest';
import {
  forgetMails,
  fragment,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  send,
} from '../auth/auth-client.ts';
import { useTestServer } from '../support/test-server.ts';
import { refuse, startMailServer } from './mail-server.ts';

const mail = await startMailServer();
// Registered first, so it runs last: it waits for the server's connections to end.
afterAll(() => mail[Symbol.asyncDispose]());
const server = useTestServer({
  mail: { smtpUrl: mail.url, from: 'Trellis <mail@example.com>' },
  auth: { emailConfirmation: true },
});

// Long enough for a busy machine to answer everything else, and the end of a test that waits in vain.
const PATIENCE_MS = 10_000;

afterEach(() => {
  mail.judge = () => undefined;
});

/** A confirmed account, signed in. */
async function settle(email = newAddress()) {
  const client = newClient(server());
  await client.auth.signUp({ email, password: PASSWORD });
  const [confirmation] = mail.acceptedFor(email);
  if (!confirmation) throw new Error('The confirmation did not come.');
  await openLink(server(), confirmation);
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { client, email, bearer: data.session?.access_token ?? '' };
}

/** Lets the next mail wait at the mail server. */
function holdNextMail() {
  const arrival = Promise.withResolvers<void>();
  const verdict = Promise.withResolvers<void>();
  mail.judge = async () => {
    mail.judge = () => undefined;
    arrival.resolve();
    const timer = setTimeout(verdict.resolve, PATIENCE_MS);
    await verdict.promise.finally(() => clearTimeout(timer));
  };
  return { arrived: arrival.promise, accept: () => verdict.resolve(), refuse: () => verdict.reject(refuse) };
}

test.each([
  ['a sign-up', () => send(server(), '/signup', { body: { email: newAddress(), password: PASSWORD } })],
  [
    'a change of address',
    (_email: string, bearer: string) =>
      send(server(), '/user', {
        method: 'PUT',
        bearer,
        body: { email: newAddress(), password: 'a new password', current_password: PASSWORD },
      }),
  ],
])('%s that waits for a slow mail server delays no other request', async (_name, request) => {
  const { email, bearer } = await settle();
  const other = await settle();
  const order: string[] = [];
  const track = async <T>(name: string, answer: Promise<T>): Promise<T> => {
    const value = await answer;
    order.push(name);
    return value;
  };
  const held = holdNextMail();
  const mailing = track('mailed', request(email, bearer));
  await held.arrived;
  const [user, health, signIn] = await Promise.all([
    track('other', send(server(), '/user', { bearer: other.bearer })),
    track('other', fetch(`${server().url}/health`)),
    track('other', newClient(server()).auth.signInWithPassword({ email: other.email, password: PASSWORD })),
  ]);
  held.accept();
  expect((await mailing).status).toBe(200);
  expect([user.status, health.status, signIn.error]).toEqual([200, 200, null]);
  expect(order).toEqual(['other', 'other', 'other', 'mailed']);
});

test.each([
  ['a recovery', '/recover', {}],
  ['a sign-in link', '/otp', {}],
  ['another change of address', '/resend', { type: 'email_change' }],
])(
  '%s is answered before its mail is taken, as quickly as for an unknown address',
  async (_name, path, body) => {
    const { email, bearer } = await settle();
    await send(server(), '/user', {
      method: 'PUT',
      bearer,
      body: { email: newAddress(), current_password: PASSWORD },
    });
    await server().idle();
    await forgetMails(server());
    const held = holdNextMail();
    const response = await send(server(), path, { body: { email, ...body } });
    expect([response.status, await response.json()]).toEqual([200, {}]);
    await held.arrived;
    held.accept();
  },
);

test('a refused mail does not void the link of a newer one', async () => {
  const { email } = await settle();
  const held = holdNextMail();
  await send(server(), '/recover', { body: { email } });
  await held.arrived;
  await forgetMails(server());
  expect((await send(server(), '/recover', { body: { email } })).status).toBe(200);
  held.refuse();
  await server().idle();
  // Nor does it let a third one follow at once.
  expect((await send(server(), '/recover', { body: { email } })).status).toBe(429);
  const newest = mail.acceptedFor(email).at(-1);
  if (!newest) throw new Error('The newer mail did not come.');
  expect(fragment(await openLink(server(), newest)).type).toBe('recovery');
});

test('a new account stays when another link to it was mailed meanwhile', async () => {
  const email = newAddress();
  const held = holdNextMail();
  const signUp = send(server(), '/signup', { body: { email, password: PASSWORD } });
  await held.arrived;
  expect((await send(server(), '/recover', { body: { email } })).status).toBe(200);
  await expect.poll(() => mail.acceptedFor(email).length).toBe(1);
  held.refuse();
  expect((await signUp).status).toBe(500);
  const [recovery] = mail.acceptedFor(email);
  if (!recovery) throw new Error('The recovery did not come.');
  const { type, access_token: bearer = '' } = fragment(await openLink(server(), recovery));
  expect(type).toBe('recovery');
  expect((await send(server(), '/user', { bearer })).status).toBe(200);
  // The recovery dropped the sign-up's password, as it may have been a stranger's.
  const { error } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

test('an account opened from a mail that was refused, but arrived, stays', async () => {
  const email = newAddress();
  mail.judge = async (arrived) => {
    await openLink(server(), arrived);
    refuse();
  };
  expect((await send(server(), '/signup', { body: { email, password: PASSWORD } })).status).toBe(500);
  const { error } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
});

test('a link opened in the middle of its change does not stop that change', async () => {
  const { bearer } = await settle();
  const email = newAddress();
  mail.judge = async (arrived) => void (await openLink(server(), arrived));
  const body = { email, password: 'a new password', current_password: PASSWORD, data: { color: 'green' } };
  const response = await send(server(), '/user', { method: 'PUT', bearer, body });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ email, user_metadata: { color: 'green' } });
  const { data } = await newClient(server()).auth.signInWithPassword({ email, password: 'a new password' });
  expect(data.user?.email).toBe(email);
});

test('a session that ends before its mail leaves changes nothing more, and its link is void', async () => {
  const { bearer, email: old } = await settle();
  const email = newAddress();
  mail.judge = async () => void (await send(server(), '/logout', { method: 'POST', bearer }));
  const body = { email, password: 'a new password', current_password: PASSWORD };
  const response = await send(server(), '/user', { method: 'PUT', bearer, body });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error_code: 'session_not_found' });
  const [arrived] = mail.acceptedFor(email);
  if (!arrived) throw new Error('The mail did not come.');
  expect(fragment(await openLink(server(), arrived)).error_code).toBe('otp_expired');
  const { data } = await newClient(server()).auth.signInWithPassword({ email: old, password: PASSWORD });
  expect(data.user?.email).toBe(old);
  expect(data.user).not.toHaveProperty('new_email');
});
