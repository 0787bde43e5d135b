import { expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import {
  codeIn,
  countRows,
  forgetMails,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  send,
  signUp,
} from './auth-client.ts';

const server = useTestServer();
const confirming = useTestServer({ auth: { emailConfirmation: true } });

interface Entry {
  readonly action: string;
  readonly log_type: string;
  readonly address: string;
  readonly payload: Record<string, unknown>;
}

async function entries(at: ReturnType<typeof server>, email: string): Promise<readonly Entry[]> {
  await at.idle();
  const { rows } = await at.database.asOwner((transaction) =>
    transaction.query<Entry>({
      text: `select payload ->> 'action' as action, payload ->> 'log_type' as log_type, ip_address as address, payload
        from auth.audit_log_entries where payload ->> 'actor_username' = $1 order by created_at`,
      values: [email],
    }),
  );
  return rows;
}

async function actions(at: ReturnType<typeof server>, email: string): Promise<string[]> {
  return (await entries(at, email)).map(({ action }) => action);
}

test('the audit log tells the story of an account, in the shape of Supabase Auth', async () => {
  const { client, email, userId } = await signUp(server());
  await client.auth.updateUser({ data: { full_name: 'Ada' } });
  await client.auth.updateUser({ current_password: PASSWORD, password: 'a new password' });
  await client.auth.refreshSession();
  await client.auth.reauthenticate();
  await client.auth.signOut();
  await newClient(server()).auth.signInWithPassword({ email, password: 'wrong' });
  await newClient(server()).auth.signInWithPassword({ email, password: 'a new password' });
  await newClient(server()).auth.resetPasswordForEmail(email);
  await openLink(server(), await server().mailTo(email));
  expect(await actions(server(), email)).toEqual([
    'user_signedup',
    'login',
    'user_modified',
    'user_updated_password',
    'user_modified',
    'token_refreshed',
    'user_reauthenticate_requested',
    'logout',
    'login',
    'user_recovery_requested',
    // Nobody had proven the address before.
    'account_claimed',
    'login',
  ]);
  const [first, , , changed] = await entries(server(), email);
  expect(first).toMatchObject({
    log_type: 'team',
    address: '127.0.0.1',
    payload: { actor_id: userId, actor_via_sso: false, traits: { provider: 'email' } },
  });
  expect(changed?.payload.actor_name).toBe('Ada');
  const all = JSON.stringify(await entries(server(), email));
  for (const secret of [PASSWORD, 'a new password', 'wrong']) expect(all).not.toContain(secret);
});

test('it tells of sign-ups that wait for their mail, and of those for an address that is taken', async () => {
  const email = newAddress();
  const again = async () => {
    await newClient(confirming()).auth.signUp({ email, password: PASSWORD });
    await forgetMails(confirming());
  };
  await again();
  const token = codeIn(await confirming().mailTo(email));
  await newClient(confirming()).auth.verifyOtp({ email, token, type: 'signup' });
  await again();
  await newClient(confirming()).auth.signInWithOtp({ email });
  expect(await actions(confirming(), email)).toEqual([
    'user_confirmation_requested',
    'user_signedup',
    'user_repeated_signup',
    'user_recovery_requested',
  ]);
});

test('it tells of a refresh token that was used twice', async () => {
  const { email, refreshToken, userId } = await signUp(server());
  const refresh = (refresh_token: string) =>
    send(server(), '/token?grant_type=refresh_token', { body: { refresh_token } });
  const second = (await (await refresh(refreshToken)).json()) as { refresh_token: string };
  await refresh(second.refresh_token);
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [userId],
    }),
  );
  expect((await refresh(refreshToken)).status).toBe(400);
  expect((await actions(server(), email)).at(-1)).toBe('token_revoked');
});

test('a failing request leaves no entry', async () => {
  const { client, email } = await signUp(server());
  await client.auth.updateUser({ current_password: PASSWORD, password: 'short' });
  await client.auth.updateUser({ current_password: PASSWORD, password: PASSWORD });
  expect(await actions(server(), email)).toEqual(['user_signedup', 'login']);
});

test('the audit log forgets entries older than a year, all but 5,000 of a kind of one account, and no others', async () => {
  const { client, userId } = await signUp(server());
  const other = await signUp(server());
  await other.client.auth.updateUser({ data: { full_name: '\u{1f600}'.repeat(300) } });
  await other.client.auth.updateUser({ data: { turn: 1 } });
  expect((await entries(server(), other.email)).at(-1)?.payload.actor_name).toBe('\u{1f600}'.repeat(200));
  const count = (where: string) => countRows(server(), `select from auth.audit_log_entries where ${where}`);
  const own = `payload ->> 'actor_id' = '${userId}' and created_at > now() - interval '1 year'`;
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `insert into auth.audit_log_entries (payload, created_at)
        select '{"action": "login"}', now() - make_interval(days => days) from unnest($1::int[]) as days`,
      values: [[360, 367, 500]],
    }),
  );
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `insert into auth.audit_log_entries (payload, created_at)
        select json_build_object('action', action, 'actor_id', $1::text), now() - make_interval(mins => n)
        from generate_series(1, 5900) as n, unnest(array['user_modified', 'token_refreshed']) as action`,
      values: [userId],
    }),
  );
  const many = (action: string) =>
    count(`payload ->> 'action' = '${action}' and payload ->> 'actor_id' = '${userId}'`);
  const old = "created_at < now() - interval '1 year'";
  const isLeft = async () => (await count(old)) > 0 || (await many('user_modified')) > 5001;
  for (let turn = 0; turn < 5000 && (await isLeft()); turn++)
    await client.auth.updateUser({ data: { turn } });
  expect(await count(old)).toBe(0);
  expect(await count("created_at < now() - interval '300 days'")).toBe(1);
  expect(await count(own)).toBeGreaterThan(1);
  // They include the entry of the request that swept.
  expect(await many('user_modified')).toBe(5001);
  expect(await many('token_refreshed')).toBe(5900);
});
