import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  countRows,
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

const PKCE = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };

afterEach(() => {
  mail.judge = () => undefined;
});

/** Everything about accounts and what the product gives them, as it stands; what only reads leaves it as it is. */
async function everything(): Promise<unknown> {
  const { rows } = await server().database.asOwner((transaction) =>
    transaction.query({
      text: `select
        (select json_agg(to_jsonb(u) - 'updated_at' order by id) from auth.users u) as users,
        (select json_agg(i order by id) from auth.identities i) as identities,
        (select json_agg(to_jsonb(t) - 'created_at' - 'expires_at' order by token_hash)
          from auth.one_time_tokens t) as tokens,
        (select json_agg(f order by id) from auth.flow_state f) as flows,
        (select json_agg(s order by id) from auth.sessions s) as sessions,
        (select json_agg(p order by id) from public.user_profiles p) as profiles,
        (select json_agg(o order by id) from public.organizations o) as organizations,
        (select json_agg(m order by id) from public.organization_members m) as members`,
    }),
  );
  return toTheSecond(rows[0]);
}

/** A time that is put back has lost its microseconds. */
function toTheSecond(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/\.\d+(?=[+-]\d\d:\d\d")/g, ''));
}

function newestMail(address: string) {
  const newest = mail.acceptedFor(address).at(-1);
  if (!newest) throw new Error(`No mail to ${address} came.`);
  return newest;
}

async function register(): Promise<string> {
  const email = newAddress();
  const { error } = await newClient(server()).auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  return email;
}

/** A confirmed account, signed in. */
async function settle() {
  const email = await register();
  await openLink(server(), newestMail(email));
  const { data } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
  return { email, bearer: data.session?.access_token ?? '' };
}

/** Sends the request while mails are refused: it must fail, and leave everything as it was. */
async function expectNoTrace(request: () => Promise<Response>, msg: string): Promise<void> {
  mail.judge = refuse;
  const before = await everything();
  const response = await request();
  expect(await everything()).toEqual(before);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ code: 500, error_code: 'unexpected_failure', msg });
  expect(server().observations.some(({ kind }) => kind === 'mail-failed')).toBe(true);
  mail.judge = () => undefined;
}

/** The same for a request whose answer does not wait for its mail, and tells nothing of it. */
async function expectNoTraceBehind(request: () => Promise<Response>): Promise<void> {
  mail.judge = refuse;
  const before = await everything();
  const response = await request();
  expect([response.status, await response.json()]).toEqual([200, {}]);
  await server().idle();
  expect(await everything()).toEqual(before);
  expect(server().observations.some(({ kind }) => kind === 'mail-failed')).toBe(true);
  mail.judge = () => undefined;
  await forgetMails(server());
}

describe('a refused mail leaves nothing behind, and may be asked for again at once:', () => {
  test.each([[{}], [PKCE]])('a sign-up with %j', async (challenge) => {
    const email = newAddress();
    const signUp = () => send(server(), '/signup', { body: { email, password: PASSWORD, ...challenge } });
    await expectNoTrace(signUp, 'Error sending confirmation email');
    expect((await signUp()).status).toBe(200);
    expect((await openLink(server(), newestMail(email))).href).not.toContain('error');
  });

  test.each([[{}], [PKCE]])('a recovery with %j', async (challenge) => {
    const { email } = await settle();
    const recover = () => send(server(), '/recover', { body: { email, ...challenge } });
    await expectNoTraceBehind(recover);
    expect((await recover()).status).toBe(200);
    await server().idle();
    expect((await openLink(server(), newestMail(email))).href).not.toContain('error');
  });

  test('another confirmation, and the link that did arrive still works', async () => {
    const email = await register();
    await forgetMails(server());
    const resend = () => send(server(), '/resend', { body: { email, type: 'signup' } });
    await expectNoTraceBehind(resend);
    expect((await resend()).status).toBe(200);
    await server().idle();
    expect(mail.acceptedFor(email)).toHaveLength(2);
    expect(fragment(await openLink(server(), newestMail(email))).type).toBe('signup');
  });

  test('another sign-up, and the link of the first still works, but no password that may be a stranger’s', async () => {
    const email = await register();
    await forgetMails(server());
    mail.judge = refuse;
    const again = await send(server(), '/signup', { body: { email, password: 'somebody else' } });
    expect(await again.json()).toMatchObject({ code: 500, msg: 'Error sending confirmation email' });
    mail.judge = () => undefined;
    expect(fragment(await openLink(server(), newestMail(email))).type).toBe('signup');
    for (const password of ['somebody else', PASSWORD]) {
      const { error } = await newClient(server()).auth.signInWithPassword({ email, password });
      expect(error?.code).toBe('invalid_credentials');
    }
  });

  test('another sign-up, which may be tried again at once', async () => {
    const email = await register();
    await forgetMails(server());
    const again = () => send(server(), '/signup', { body: { email, password: PASSWORD } });
    await expectNoTrace(again, 'Error sending confirmation email');
    expect((await again()).status).toBe(200);
    expect(mail.acceptedFor(email)).toHaveLength(2);
  });

  test('a change of address together with a new password and a name', async () => {
    const { email: old, bearer } = await settle();
    const { data: other } = await newClient(server()).auth.signInWithPassword({
      email: old,
      password: PASSWORD,
    });
    const otherDevice = () => send(server(), '/user', { bearer: other.session?.access_token ?? '' });
    const email = newAddress();
    const body = {
      email,
      password: 'a new password',
      current_password: PASSWORD,
      data: { display_name: 'Ana' },
    };
    const change = () => send(server(), '/user', { method: 'PUT', bearer, body });
    await expectNoTrace(change, 'Error sending email change email');
    expect((await otherDevice()).status).toBe(200);

    const changed = await change();
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ new_email: email, user_metadata: { display_name: 'Ana' } });
    expect((await otherDevice()).status).toBe(403);
    // The new password voids what was mailed before, but not its own mail.
    expect(fragment(await openLink(server(), newestMail(email))).type).toBe('email_change');
    const signedIn = await newClient(server()).auth.signInWithPassword({ email, password: 'a new password' });
    expect(signedIn.error).toBeNull();
  });

  test('a second change of address, and the first one still waits for its link', async () => {
    const { email: old, bearer } = await settle();
    const change = (email: string) =>
      send(server(), '/user', { method: 'PUT', bearer, body: { email, current_password: PASSWORD } });
    const first = newAddress();
    await change(first);
    await forgetMails(server());
    await expectNoTrace(() => change(newAddress()), 'Error sending email change email');
    const resend = () => send(server(), '/resend', { body: { type: 'email_change', email: old } });
    await expectNoTraceBehind(resend);
    expect(fragment(await openLink(server(), newestMail(first))).type).toBe('email_change');
    const { error } = await newClient(server()).auth.signInWithPassword({ email: first, password: PASSWORD });
    expect(error).toBeNull();
  });

  test('a change that is refused anyway sends no mail', async () => {
    const { bearer } = await settle();
    const email = newAddress();
    const body = { email, current_password: PASSWORD, data: { long: 'a'.repeat(10_000) } };
    const response = await send(server(), '/user', { method: 'PUT', bearer, body });
    expect(response.status).toBe(400);
    expect(mail.acceptedFor(email)).toEqual([]);
  });
});

test('a sign-up that cannot be undone is reported, harmless, and mended by the next mail', async () => {
  const email = newAddress();
  const owner = (text: string) => server().database.asOwner((transaction) => transaction.query({ text }));
  await owner(`create function refuse_delete() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`);
  await owner(`create trigger refuse before delete on auth.one_time_tokens
    for each row execute function refuse_delete()`);
  mail.judge = refuse;
  const failed = await send(server(), '/signup', { body: { email, password: PASSWORD } });
  expect(await failed.json()).toMatchObject({ code: 500, msg: 'Error sending confirmation email' });
  await owner('drop function refuse_delete cascade');
  const seen = server().observations.filter(({ kind }) => kind === 'mail-not-undone');
  expect(seen).toMatchObject([{ link: 'signup' }]);
  const signIn = () => newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
  expect((await signIn()).error?.code).toBe('email_not_confirmed');
  expect(await countRows(server(), 'select from auth.users where email = $1', [email])).toBe(1);

  mail.judge = () => undefined;
  await forgetMails(server());
  expect((await send(server(), '/resend', { body: { type: 'signup', email } })).status).toBe(200);
  await server().idle();
  await openLink(server(), newestMail(email));
  expect((await signIn()).error).toBeNull();
});
