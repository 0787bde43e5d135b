/** Deleting one's account through the official client: the proof, the rows that go or stay, and the last mail. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  codeIn,
  countRows,
  newAddress,
  newClient,
  PASSWORD,
  proveAddress,
  signUp,
} from '../auth/auth-client.ts';
import { codeOf, signUpWithFactor } from '../auth/mfa/authenticator.ts';
import { postpone, startMailServer } from '../mail/mail-server.ts';
import { useTestServer } from '../support/test-server.ts';

const mail = await startMailServer();
// Registered first, so it runs last: it waits for the server's connections to end.
afterAll(() => mail[Symbol.asyncDispose]());
const server = useTestServer({ mail: { smtpUrl: mail.url, from: 'Trellis <mail@example.com>' } });

afterEach(() => {
  mail.judge = () => undefined;
});

async function workspacesOf(client: SupabaseClient): Promise<{ organization_id: string; fate: string }[]> {
  const { data, error } = await client.rpc('preview_account_deletion');
  if (error) throw error;
  return data;
}

async function deleteAccount(client: SupabaseClient, organizations?: readonly string[]) {
  const doomed = organizations ?? (await workspacesOf(client)).map(({ organization_id: id }) => id);
  const { error } = await client.rpc('delete_my_account', { organizations_to_delete: doomed });
  return error?.code;
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = newClient(server());
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** The proof of an hour ago, as if the person had signed in then. */
async function growOld(userId: string): Promise<void> {
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `update auth.mfa_amr_claims set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [userId],
    }),
  );
}

/** As an operator adds somebody, who signs in by mail. */
async function addWithoutPassword(email: string): Promise<string> {
  const admin = createClient(server().url, server().secrets.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await admin.auth.admin.createUser({ email, email_confirm: true });
  if (error) throw error;
  return data.user.id;
}

const accounts = (userId: string) => countRows(server(), 'select from auth.users where id = $1', [userId]);

async function lastMail(address: string) {
  await expect.poll(() => mail.acceptedFor(address).length).toBeGreaterThan(0);
  return mail.acceptedFor(address).at(-1);
}

test('the account goes with its sessions everywhere, and a mail says so', async () => {
  const person = await signUp(server());
  const elsewhere = await signIn(person.email);
  expect((await elsewhere.from('pages').select('id')).status).toBe(200);
  expect(await deleteAccount(await signIn(person.email))).toBeUndefined();
  expect(await accounts(person.userId)).toBe(0);
  // At once, with a token that is good for an hour.
  await expect.poll(async () => (await elsewhere.from('pages').select('id')).status).toBe(401);
  expect((await person.client.auth.getUser()).error?.code).toBe('user_not_found');
  expect(
    (await newClient(server()).auth.signInWithPassword({ email: person.email, password: PASSWORD })).error
      ?.code,
  ).toBe('invalid_credentials');
  const notice = await lastMail(person.email);
  expect(notice?.subject).toBe('Your account was deleted');
  expect(notice?.text).toContain('as you asked');
  await expect.poll(() => countRows(server(), 'select from auth.deletion_notices')).toBe(0);
  const logged = `select from auth.audit_log_entries where payload ->> 'action' = 'user_deleted' and payload ->> 'actor_id' = $1`;
  expect(await countRows(server(), logged, [person.userId])).toBe(1);
  // The address is free again.
  expect((await signUp(server(), person.email)).userId).not.toBe(person.userId);
});

test('an older session, renewed or not, is no proof', async () => {
  const person = await signUp(server());
  await growOld(person.userId);
  await person.client.auth.refreshSession();
  expect(await deleteAccount(person.client)).toBe('TR030');
  expect(await accounts(person.userId)).toBe(1);
});

test('nobody deletes by the token of another account, or without one', async () => {
  const [person, other] = [await signUp(server()), await signUp(server())];
  const claims = await other.client.rpc('delete_my_account', {
    organizations_to_delete: [],
    person: person.userId,
  });
  expect(claims.error?.code).toBe('PGRST202');
  expect(await deleteAccount(newClient(server()), [])).toBe('42501');
  expect(await accounts(person.userId)).toBe(1);
});

test('two-step verification asks for a code besides the password', async () => {
  const person = await signUpWithFactor(server());
  const client = await signIn(person.email);
  expect(await deleteAccount(client, [])).toBe('TR030');
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId: person.factorId,
    code: codeOf(person.secret, 1),
  });
  expect(error).toBeNull();
  expect(await deleteAccount(client)).toBeUndefined();
  expect(await accounts(person.userId)).toBe(0);
});

test('an account without a password shows a mailed code', async () => {
  const email = newAddress();
  const userId = await addWithoutPassword(email);
  const client = newClient(server());
  expect((await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull();
  const sent = await lastMail(email);
  if (!sent) throw new Error('no mail');
  const { error } = await client.auth.verifyOtp({ email, token: codeIn(sent), type: 'email' });
  expect(error).toBeNull();
  expect((await client.rpc('has_password')).data).toBe(false);
  expect(await deleteAccount(client)).toBeUndefined();
  expect(await accounts(userId)).toBe(0);
});

test('for an account with a password, a mailed code is no proof', async () => {
  const person = await signUp(server());
  await proveAddress(server(), person);
  const client = newClient(server());
  await client.auth.signInWithOtp({ email: person.email, options: { shouldCreateUser: false } });
  const sent = await lastMail(person.email);
  if (!sent) throw new Error('no mail');
  await client.auth.verifyOtp({ email: person.email, token: codeIn(sent), type: 'email' });
  expect((await client.rpc('has_password')).data).toBe(true);
  expect(await deleteAccount(client)).toBe('TR030');
});

describe('workspaces', () => {
  async function join(organizationId: string, userId: string, role: string): Promise<void> {
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: 'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)',
        values: [organizationId, userId, role],
      }),
    );
  }

  test('with other members have to be handed over, then keep the shared pages', async () => {
    const [person, other] = [await signUp(server()), await signUp(server())];
    const [workspace] = await workspacesOf(person.client);
    if (!workspace) throw new Error('no workspace');
    const id = workspace.organization_id;
    await join(id, other.userId, 'member');
    const page = { organization_id: id, name: 'Plan', content: 'Shared words', order_index: 1 };
    expect((await person.client.from('pages').insert(page)).error).toBeNull();
    expect(await deleteAccount(person.client)).toBe('TR031');
    expect(await accounts(person.userId)).toBe(1);
    const handedOver = await person.client
      .from('organization_members')
      .update({ role: 'owner' })
      .eq('user_id', other.userId)
      .eq('organization_id', id)
      .select('id');
    expect(handedOver.data).toHaveLength(1);
    expect(await deleteAccount(person.client)).toBeUndefined();
    const { data } = await other.client
      .from('pages')
      .select('name, content, created_by')
      .eq('organization_id', id);
    expect(data).toEqual([{ name: 'Plan', content: 'Shared words', created_by: null }]);
  });

  test('that were not named do not go', async () => {
    const person = await signUp(server());
    expect(await deleteAccount(person.client, [])).toBe('TR032');
    expect(await accounts(person.userId)).toBe(1);
  });
});

test('a mail server that takes no mail now delays the notice, which is not lost', async () => {
  const person = await signUp(server());
  mail.judge = postpone;
  expect(await deleteAccount(person.client)).toBeUndefined();
  const waiting = 'select from trellis_server.mails where tries = 1 and failed_at is null';
  await expect.poll(() => countRows(server(), waiting)).toBe(1);
  await server().idle();
  mail.judge = () => undefined;
  expect(mail.acceptedFor(person.email)).toHaveLength(0);
  // Half a minute later.
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `update trellis_server.mails set due = now(); select pg_notify('mails_due', '')`,
    }),
  );
  expect((await lastMail(person.email))?.subject).toBe('Your account was deleted');
});
