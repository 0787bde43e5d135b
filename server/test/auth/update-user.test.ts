import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import {
  countRows,
  forgetMails,
  fragment,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  type SignedUp,
  send,
  signUp,
} from './auth-client.ts';

const server = useTestServer();
const confirming = useTestServer({ auth: { emailConfirmation: true, signup: { kind: 'open' } } });

/** An account of the server that asks for confirmation, with its address confirmed. */
async function signUpAndConfirm(): Promise<SignedUp> {
  const email = newAddress();
  const client = newClient(confirming());
  await client.auth.signUp({ email, password: PASSWORD });
  await openLink(confirming(), await confirming().mailTo(email));
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (!data.session) throw new Error('The sign-in gave no session.');
  const { access_token: accessToken, refresh_token: refreshToken, user } = data.session;
  return { client, email, accessToken, refreshToken, userId: user.id };
}

describe('changing the password', () => {
  test('ends the other sessions and keeps this one', async () => {
    const { client, email } = await signUp(server());
    const other = newClient(server());
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const { data, error } = await client.auth.updateUser({
      current_password: PASSWORD,
      password: 'a new password',
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await client.auth.refreshSession()).error).toBeNull();
    const old = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe('invalid_credentials');
  });

  test.each([
    ['the same again', PASSWORD, 'same_password', 'New password should be different from the old password.'],
    ['a short one', '12345', 'weak_password', 'Password should be at least 6 characters.'],
    ['none', '', 'weak_password', 'Password should be at least 6 characters.'],
  ])('refuses %s', async (_name, password, code, message) => {
    const { client, email } = await signUp(server());
    const { error } = await client.auth.updateUser({
      current_password: PASSWORD,
      password,
      data: { changed: true },
    });
    expect(error).toMatchObject({ status: 422, code, message });
    const { data } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user?.user_metadata).not.toHaveProperty('changed');
  });
});

describe('changing the metadata', () => {
  test('merges, and null removes', async () => {
    const { client, email, userId } = await signUp(server());
    await client.auth.updateUser({ data: { display_name: 'Ana', theme: 'dark', list: [1, { a: null }] } });
    const { data } = await client.auth.updateUser({ data: { theme: null, display_name: 'Аня 🦊' } });
    expect(data.user?.user_metadata).toEqual({
      sub: userId,
      email,
      email_verified: true,
      phone_verified: false,
      display_name: 'Аня 🦊',
      list: [1, { a: null }],
    });
  });

  test('loses no change when two are made at the same time', async () => {
    const { client } = await signUp(server());
    const names = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(names.map((name) => client.auth.updateUser({ data: { [name]: 1 } })));
    const { data } = await client.auth.getUser();
    expect(Object.keys(data.user?.user_metadata ?? {})).toEqual(expect.arrayContaining(names));
  });

  test('refuses more than fits into a token', async () => {
    const { client } = await signUp(server());
    await client.auth.updateUser({ data: { first: 'a'.repeat(4000) } });
    const { error } = await client.auth.updateUser({ data: { second: 'b'.repeat(4000) } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test('gives no power: neither app_metadata nor a role can be set', async () => {
    const { accessToken: bearer, userId } = await signUp(server());
    const refused = await send(server(), '/user', {
      method: 'PUT',
      bearer,
      body: { app_metadata: { role: 'admin' } },
    });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error_code: 'not_admin' });
    const ignored = await send(server(), '/user', {
      method: 'PUT',
      bearer,
      body: { role: 'service_role', id: userId, encrypted_password: 'x', email_confirmed_at: null },
    });
    expect(await ignored.json()).toMatchObject({ role: 'authenticated', id: userId });
  });
});

describe('changing the address without confirmation', () => {
  test('happens at once', async () => {
    const { client, userId } = await signUp(server());
    const email = newAddress();
    const { data, error } = await client.auth.updateUser({
      current_password: PASSWORD,
      email: ` ${email.toUpperCase()} `,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: userId, email, identities: [{ email }] });
    const again = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.data.user?.id).toBe(userId);
  });

  test('without confirmation is limited, too: each change is mailed to the former address', async () => {
    const { client } = await signUp(server());
    const [strangers, next] = [newAddress(), newAddress()];
    expect((await client.auth.updateUser({ current_password: PASSWORD, email: strangers })).error).toBeNull();
    const { error } = await client.auth.updateUser({ current_password: PASSWORD, email: next });
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(await server().mailsTo(strangers)).toHaveLength(0);
  });

  test("refuses another person's address, also in a race", async () => {
    const [one, two] = await Promise.all([signUp(server()), signUp(server())]);
    const taken = await one.client.auth.updateUser({ current_password: PASSWORD, email: two.email });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
    const email = newAddress();
    await forgetMails(server());
    const answers = await Promise.all(
      [one, two].map(({ client }) => client.auth.updateUser({ current_password: PASSWORD, email })),
    );
    expect(answers.map(({ error }) => error?.code ?? 'changed').sort()).toEqual(['changed', 'email_exists']);
  });
});

describe('changing the address with confirmation', () => {
  test('happens when the new address opens the link', async () => {
    const { client, email: old, userId } = await signUpAndConfirm();
    const email = newAddress();
    const { data } = await client.auth.updateUser({ current_password: PASSWORD, email });
    expect(data.user).toMatchObject({ email: old, new_email: email });
    const mail = await confirming().mailTo(email);
    expect(mail.subject).toBe('Confirm your new email address');
    expect(fragment(await openLink(confirming(), mail)).type).toBe('email_change');
    const signedIn = await newClient(confirming()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.data.user).toMatchObject({ id: userId, email, identities: [{ email }] });
    expect(signedIn.data.user).not.toHaveProperty('new_email');
    const before = await newClient(confirming()).auth.signInWithPassword({ email: old, password: PASSWORD });
    expect(before.error?.code).toBe('invalid_credentials');
  });

  test('can be asked for again, and once a minute', async () => {
    const { client, email: old } = await signUpAndConfirm();
    const email = newAddress();
    await client.auth.updateUser({ current_password: PASSWORD, email });
    const early = await client.auth.updateUser({ current_password: PASSWORD, email: newAddress() });
    expect(early.error?.code).toBe('over_email_send_rate_limit');
    await forgetMails(confirming());
    await newClient(confirming()).auth.resend({ type: 'email_change', email: old });
    expect(await confirming().mailsTo(email)).toHaveLength(2);
  });

  test('fails when somebody else has taken the address meanwhile', async () => {
    const { client, email: old } = await signUpAndConfirm();
    const email = newAddress();
    await client.auth.updateUser({ current_password: PASSWORD, email });
    const mail = await confirming().mailTo(email);
    await confirming().database.asOwner((transaction) =>
      transaction.query({ text: 'insert into auth.users (email) values ($1)', values: [email] }),
    );
    expect(fragment(await openLink(confirming(), mail)).error_code).toBe('email_exists');
    expect((await client.auth.getUser()).data.user?.email).toBe(old);
  });

  test('is forgotten when the password is changed: the address may be an intruder’s', async () => {
    const { client, email: old } = await signUpAndConfirm();
    const email = newAddress();
    await client.auth.updateUser({ current_password: PASSWORD, email });
    const mail = await confirming().mailTo(email);
    await client.auth.updateUser({ current_password: PASSWORD, password: 'a new password' });
    await forgetMails(confirming());
    await newClient(confirming()).auth.resend({ type: 'email_change', email: old });
    expect(await confirming().mailsTo(email)).toHaveLength(1);
    expect(fragment(await openLink(confirming(), mail)).error_code).toBe('otp_expired');
  });
});

test('nobody changes another person’s account', async () => {
  const [victim, attacker] = await Promise.all([signUp(server()), signUp(server())]);
  await send(server(), '/user', {
    method: 'PUT',
    bearer: attacker.accessToken,
    body: { id: victim.userId, user_id: victim.userId, data: { owned: true } },
  });
  const owned = `select from auth.users where id = $1 and raw_user_meta_data ? 'owned'`;
  expect(await countRows(server(), owned, [victim.userId])).toBe(0);
  expect(await countRows(server(), owned, [attacker.userId])).toBe(1);
});
