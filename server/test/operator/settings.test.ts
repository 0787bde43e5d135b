/** Settings that change while the server runs: each way to an account is tried by somebody who should not get one. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorOf } from '../auth/admin/operator.ts';
import {
  countRows,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  type SignedUp,
  send,
} from '../auth/auth-client.ts';
import { startTestServer, type TestServer, useTestServer } from '../support/test-server.ts';
import { ask, enter, OPERATOR } from './operators.ts';

const server = useTestServer({ operators: [OPERATOR], auth: { emailConfirmation: true } });
let ada: SignedUp;
beforeAll(async () => {
  ada = await enter(server());
});

const set = (variable: string, value: string | null) =>
  ask(server(), ada.accessToken, `/settings/${variable}`, { method: 'PUT', body: { value } });
const addressAt = (domain: string) => newAddress().replace('example.com', domain);
const hasAccount = async (target: TestServer, email: string) =>
  (await countRows(target, 'select from auth.users where lower(email) = lower($1)', [email.trim()])) > 0;

/** Everything that a stranger can send to get an account. @returns whether there is one then */
async function tryEverything(email: string): Promise<boolean> {
  await send(server(), '/signup', { body: { email, password: PASSWORD } });
  await send(server(), '/otp', { body: { email, create_user: true } });
  await send(server(), '/otp', { body: { email, create_user: true, data: { invited: true } } });
  await send(server(), '/invite', { body: { email } });
  await send(server(), '/admin/users', { body: { email, password: PASSWORD, email_confirm: true } });
  for (const type of ['signup', 'invite', 'magiclink'])
    await send(server(), '/admin/generate_link', { body: { type, email, password: PASSWORD } });
  for (const path of ['/recover', '/resend', '/magiclink'])
    await send(server(), path, { body: { email, type: 'signup' } });
  await server().idle();
  return hasAccount(server(), email);
}

beforeEach(() => set('AUTH_SIGNUP', null));

describe('sign-ups', () => {
  test('are open at first, and everybody may', async () => {
    expect(await tryEverything(newAddress())).toBe(true);
  });

  test('closed: nobody gets an account by themselves, the sign-up says so, and the operator still invites', async () => {
    expect((await set('AUTH_SIGNUP', 'off')).status).toBe(200);
    const email = newAddress();
    expect(await tryEverything(email)).toBe(false);
    const refused = await newClient(server()).auth.signUp({ email, password: PASSWORD });
    expect(refused.error).toMatchObject({ status: 422, code: 'signup_disabled' });
    expect(await (await send(server(), '/settings')).json()).toMatchObject({
      disable_signup: true,
      signup: { kind: 'closed' },
    });
    await ask(server(), ada.accessToken, '/people', { body: { email } });
    await operatorOf(server()).auth.admin.inviteUserByEmail(newAddress());
    expect(await hasAccount(server(), email)).toBe(true);
  });

  test('by domain: an address anywhere else gets no account, however it is written', async () => {
    expect((await set('AUTH_SIGNUP', ' Example.com , @mail.example.org')).status).toBe(200);
    for (const domain of [
      'evil.test',
      'example.com.evil.test',
      'sub.example.com',
      'notexample.com',
      'example.org',
      'example.com.',
      'evil.test@example.com',
      'evil.test%40example.com',
      'ｅxample.com',
      'example.com\n',
      'example.com\r\nx@evil.test',
      'example.com,x@evil.test',
    ])
      expect([domain, await tryEverything(addressAt(domain))]).toEqual([domain, domain === 'example.com\n']);
    const refused = await newClient(server()).auth.signUp({
      email: addressAt('evil.test'),
      password: PASSWORD,
    });
    expect(refused.error).toMatchObject({ status: 422, code: 'signup_disabled' });
    for (const domain of ['example.com', 'EXAMPLE.COM', 'mail.example.org'])
      expect([domain, await tryEverything(addressAt(domain))]).toEqual([domain, true]);
  });

  test('by invitation: an address that no workspace invites gets no account', async () => {
    await set('AUTH_SIGNUP', 'invited');
    expect(await tryEverything(newAddress())).toBe(false);
    const email = newAddress();
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `insert into public.organization_invitations (organization_id, email, token_hash, expires_at, max_uses, invited_by)
          select organization_id, $1, repeat('d', 64), now() + interval '1 day', 1, user_id
          from public.organization_members where user_id = $2`,
        values: [email, ada.userId],
      }),
    );
    expect(await tryEverything(`${email}.evil.test`)).toBe(false);
    expect(await tryEverything(email)).toBe(true);
  });

  test('closed while a sign-up waits for its mail: who was let in before stays in', async () => {
    const email = newAddress();
    await newClient(server()).auth.signUp({ email, password: PASSWORD });
    await set('AUTH_SIGNUP', 'off');
    await openLink(server(), await server().mailTo(email));
    const { error } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
  });
});

test('a password has at least as many characters as the operator says, wherever one is chosen', async () => {
  await set('AUTH_PASSWORD_MIN', '14');
  const weak = { status: 422, body: expect.objectContaining({ error_code: 'weak_password' }) };
  const tried = async (path: string, request: Parameters<typeof send>[2]) => {
    const response = await send(server(), path, request);
    return { status: response.status, body: await response.json() };
  };
  const admin = { apikey: server().secrets.secretKey };
  const email = newAddress();
  expect(PASSWORD).toHaveLength(13);
  expect(await tried('/signup', { body: { email, password: PASSWORD } })).toEqual(weak);
  expect(await tried('/admin/users', { body: { email, password: PASSWORD }, headers: admin })).toEqual(weak);
  const link = { type: 'signup', email, password: PASSWORD };
  expect(await tried('/admin/generate_link', { body: link, headers: admin })).toEqual(weak);
  const change = { password: 'short of it', current_password: PASSWORD };
  expect(await tried('/user', { method: 'PUT', body: change, bearer: ada.accessToken })).toEqual(weak);
  // Those that were chosen before still let in.
  const again = await newClient(server()).auth.signInWithPassword({ email: OPERATOR, password: PASSWORD });
  expect(again.error).toBeNull();
  await set('AUTH_PASSWORD_MIN', null);
});

test('the largest file is what the operator says, from the next upload on', async () => {
  const { storage } = operatorOf(server());
  await storage.createBucket('large');
  const upload = () =>
    storage.from('large').upload(crypto.randomUUID(), new Blob([new Uint8Array(1_500_000)]));
  await set('FILE_MAX_MB', '1');
  expect((await upload()).error).toMatchObject({ statusCode: '413' });
  await set('FILE_MAX_MB', '2');
  expect((await upload()).error).toBeNull();
});

test('what a workspace holds is what the operator says, from the next save on', async () => {
  const eve = await signUpConfirmed();
  const { data } = await eve.client.from('organization_members').select('organization_id').single();
  const save = () =>
    eve.client.from('pages').insert({
      organization_id: data?.organization_id,
      name: 'Much',
      content: Array.from({ length: 30_000 }, () => crypto.randomUUID()).join(' '),
    });
  await set('WORKSPACE_MAX_MB', '1');
  expect((await save()).error).not.toBeNull();
  await set('WORKSPACE_MAX_MB', null);
  expect((await save()).error).toBeNull();
});

test('a wrong value changes nothing, and the refusal says what is right', async () => {
  for (const [variable, value] of [
    ['AUTH_SIGNUP', 'maybe'],
    ['AUTH_SIGNUP', ''],
    ['AUTH_SIGNUP', 'example.com, evil test'],
    ['AUTH_SIGNUP', '*.com'],
    ['AUTH_PASSWORD_MIN', '5'],
    ['AUTH_PASSWORD_MIN', '1e9'],
    ['FILE_MAX_MB', '0'],
    ['FILE_MAX_MB', '-1'],
    ['WORKSPACE_MAX_MB', '10; drop table auth.users'],
    ['SMTP_URL', 'smtp://evil.test'],
    ['constructor', 'on'],
  ] as const) {
    const { status, body } = await set(variable, value);
    expect([variable, value, status]).toEqual([variable, value, 422]);
    expect(body.message).toContain(variable);
  }
  const { body } = await ask(server(), ada.accessToken, '/settings');
  expect(body.settings[0]).toMatchObject({ variable: 'AUTH_SIGNUP', value: 'on', source: 'default' });
});

test('the environment wins, and says so', async () => {
  await using other = await startTestServer({
    operators: [OPERATOR],
    auth: { signup: { kind: 'domains', domains: ['example.com'] } },
  });
  const operator = await enter(other);
  const { body } = await ask(other, operator.accessToken, '/settings');
  expect(body.settings[0]).toEqual({
    variable: 'AUTH_SIGNUP',
    value: 'example.com',
    default: 'on',
    source: 'environment',
  });
  const changed = await ask(other, operator.accessToken, '/settings/AUTH_SIGNUP', {
    method: 'PUT',
    body: { value: 'on' },
  });
  expect(changed).toMatchObject({ status: 422, body: { message: 'AUTH_SIGNUP is set by the environment.' } });
  // The variable wins over the database.
  await other.database.asOwner((transaction) =>
    transaction.query({
      text: `insert into trellis_server.run_time_settings (name, value) values ('AUTH_SIGNUP', 'on')`,
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  const refused = await newClient(other).auth.signUp({ email: addressAt('evil.test'), password: PASSWORD });
  expect(refused.error?.code).toBe('signup_disabled');
});

test('a change in the database counts without a word to this process', async () => {
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `insert into trellis_server.run_time_settings (name, value) values ('AUTH_SIGNUP', 'off')
        on conflict (name) do update set value = 'off'`,
    }),
  );
  const kind = async () => (await (await send(server(), '/settings')).json()).signup.kind;
  await expect.poll(kind).toBe('closed');
});

test('a change is in the log, with what was there before', async () => {
  await set('AUTH_SIGNUP', 'invited');
  const { body } = await ask(server(), ada.accessToken, '/acts');
  expect(body.acts[0]).toMatchObject({
    act: 'setting_changed',
    target: 'AUTH_SIGNUP',
    details: { from: 'on', to: 'invited' },
  });
});

/** On a server that confirms addresses. */
async function signUpConfirmed(): Promise<SignedUp> {
  const email = newAddress();
  return enter(server(), email);
}
