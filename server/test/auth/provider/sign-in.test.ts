/** Sign-in at an OpenID Connect provider, a real one, by the official client. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { generateSecrets } from '../../../src/config/secrets.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { fragment, newAddress, newClient, openLink, PASSWORD, send, signUp } from '../auth-client.ts';
import { codeOf, enroll } from '../mfa/authenticator.ts';
import { Browser, CLIENT_ID, CLIENT_SECRET, type RealProvider, startProvider } from './real-provider.ts';

let provider: RealProvider;
let server: TestServer;

beforeAll(async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const oidc = {
    issuer,
    clientId: CLIENT_ID,
    name: 'Example Inc.',
    domains: ['example.com'],
    trustsEmails: false,
  };
  const secrets = { ...(await generateSecrets()), oidcClientSecret: CLIENT_SECRET };
  // Strangers may take any address here, as nobody has to confirm one.
  const signup = { kind: 'domains', domains: ['example.com'] } as const;
  server = await startTestServer({ oidc, auth: { signup } }, secrets);
  provider = await startProvider(issuer, `${site()}/auth/v1/callback`);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const site = () => server.config.siteUrl;

/** The whole way, as a person goes it. @returns where they arrive */
async function signIn(name: string, { browser = new Browser(), client = newClient(server, 'pkce') } = {}) {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'custom:oidc',
    options: { redirectTo: `${site()}/auth/confirm`, skipBrowserRedirect: true },
  });
  if (error || !data.url) throw error ?? new Error('There is no address.');
  const start = new URL(data.url);
  start.host = new URL(site()).host;
  const arrived = await browser.signIn(start.href, name, `${site()}/auth/confirm`);
  return { client, arrived, start };
}

/** @returns the account that the arrival opens */
async function enter({ client, arrived }: Awaited<ReturnType<typeof signIn>>) {
  const { data, error } = await client.auth.exchangeCodeForSession(arrived.searchParams.get('code') ?? '');
  if (error) throw error;
  return data;
}

async function rows(text: string, ...values: unknown[]): Promise<readonly Record<string, unknown>[]> {
  return (await server.database.asOwner((transaction) => transaction.query({ text, values }))).rows;
}

test('the first sign-in makes an account with a workspace, the next one finds it, whatever the address is by then', async () => {
  const email = newAddress();
  provider.people.set('ada', { email: email.toUpperCase(), email_verified: true, name: 'Ada Lovelace' });
  const first = await enter(await signIn('ada'));
  expect(first.user).toMatchObject({
    email,
    user_metadata: { full_name: 'Ada Lovelace', email_verified: true },
    app_metadata: { providers: ['email', 'custom:oidc'] },
  });
  expect(first.user.identities?.map(({ provider: name }) => name).sort()).toEqual(['custom:oidc', 'email']);
  const { amr } = JSON.parse(
    Buffer.from(first.session.access_token.split('.')[1] ?? '', 'base64url').toString(),
  );
  expect(amr).toMatchObject([{ method: 'oauth' }]);
  expect(await rows('select full_name from public.user_profiles where id = $1', first.user.id)).toEqual([
    { full_name: 'Ada Lovelace' },
  ]);
  provider.people.set('ada', { email: newAddress(), email_verified: false, name: 'Ada King' });
  const again = await enter(await signIn('ada'));
  expect([again.user.id, again.user.email]).toEqual([first.user.id, email]);
  const events = await rows(
    `select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = $1 order by created_at, payload ->> 'action' desc`,
    first.user.id,
  );
  expect(events.map(({ action }) => action)).toEqual(['user_signedup', 'login', 'login']);
});

test('an account is linked by an address that the provider has verified, and by no other', async () => {
  const email = newAddress();
  const { publishableKey, secretKey } = server.secrets;
  expect(publishableKey).not.toBe(secretKey);
  const made = await send(server, '/admin/users', {
    body: { email, password: PASSWORD, email_confirm: true },
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  });
  const { id } = (await made.json()) as { readonly id: string };
  provider.people.set('mallory', { email, email_verified: false });
  const { arrived } = await signIn('mallory');
  expect(arrived.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  provider.people.set('owner', { email, email_verified: true });
  expect((await enter(await signIn('owner'))).user.id).toBe(id);
  const byPassword = await newClient(server).auth.signInWithPassword({ email, password: PASSWORD });
  expect(byPassword.data.user?.id).toBe(id);
});

test('the password of somebody who never proved the address does not open the account that it becomes', async () => {
  const email = newAddress();
  const { secretKey } = server.secrets;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  await send(server, '/admin/users', { body: { email, password: PASSWORD }, headers });
  provider.people.set('rightful', { email, email_verified: 'true' });
  const { user } = await enter(await signIn('rightful'));
  expect(user.email_confirmed_at).toBeTruthy();
  const stranger = await newClient(server).auth.signInWithPassword({ email, password: PASSWORD });
  expect(stranger.error?.code).toBe('invalid_credentials');
});

describe('an account that a stranger has made with a colleague’s address', () => {
  /** The stranger, with everything that an account can have; then the colleague comes. */
  async function settle() {
    const email = newAddress();
    const stranger = await signUp(server, email);
    const { factorId, secret } = await enroll(stranger);
    const { error } = await stranger.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    if (error) throw error;
    await newClient(server).auth.resetPasswordForEmail(email);
    const recovery = await server.mailTo(email);
    const [workspace] = await rows(
      'select organization_id as id from public.organization_members where user_id = $1',
      stranger.userId,
    );
    const { data: joinLink } = await stranger.client.rpc('create_join_link', {
      organization_id: workspace?.id,
    });
    provider.people.set(email, { email, email_verified: true });
    return { ...stranger, email, recovery, joinLink };
  }

  test('becomes theirs alone, and they are told', async () => {
    const { client: stranger, email, accessToken, userId, recovery, joinLink } = await settle();
    expect(joinLink).toHaveLength(1);
    const { client, arrived } = await signIn(email);
    expect(arrived.searchParams.get('notice')).toBe('account_claimed');
    const owner = await enter({ client, arrived, start: arrived });
    expect([owner.user.id, owner.user.factors, owner.user.new_email]).toEqual([userId, undefined, undefined]);
    expect(owner.user.identities?.map((identity) => identity.provider).sort()).toEqual([
      'custom:oidc',
      'email',
    ]);

    expect((await send(server, '/user', { bearer: accessToken })).status).toBe(403);
    expect((await stranger.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    const again = await newClient(server).auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error?.code).toBe('invalid_credentials');
    expect(fragment(await openLink(server, recovery)).error_code).toBe('otp_expired');
    expect(
      await rows(
        'select revoked_at is null as open from public.organization_invitations where invited_by = $1',
        userId,
      ),
    ).toEqual([{ open: false }]);
    expect((await server.mailTo(email)).subject).toBe('An account with your address is yours now');
    expect(
      await rows(
        `select payload -> 'traits' ->> 'provider' as provider from auth.audit_log_entries
          where payload ->> 'action' = 'account_claimed' and payload ->> 'actor_id' = $1`,
        userId,
      ),
    ).toEqual([{ provider: 'custom:oidc' }]);
    expect((await signIn(email)).arrived.searchParams.has('notice')).toBe(false);
  });

  test('becomes theirs once, when they come twice at the same moment', async () => {
    const { email, userId } = await settle();
    const both = await Promise.all([signIn(email), signIn(email)]);
    const owners = await Promise.all(both.map(enter));
    expect(owners.map(({ user }) => user.id)).toEqual([userId, userId]);
    // Neither was put out by the other.
    for (const { client } of both) expect((await client.auth.getUser()).error).toBeNull();
    expect(both.filter(({ arrived }) => arrived.searchParams.has('notice'))).toHaveLength(1);
  });

  test('is also theirs when the stranger changed to the address, and has come by the provider before', async () => {
    const [own, wanted] = [newAddress(), newAddress()];
    provider.people.set(own, { email: own, email_verified: true });
    const { client: stranger, arrived } = await signIn(own);
    const { user } = await enter({ client: stranger, arrived, start: arrived });
    expect((await stranger.auth.updateUser({ email: wanted })).error).toBeNull();
    provider.people.set(wanted, { email: wanted, email_verified: true });
    expect((await enter(await signIn(wanted))).user.id).toBe(user.id);
    expect((await stranger.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect((await enter(await signIn(own))).user.id).not.toBe(user.id);
  });

  test('is emptied of strangers whom an earlier version left in it', async () => {
    const { client: stranger, email, userId } = await settle();
    await rows(
      `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1, $2, 'custom:oidc', '{}')`,
      email,
      userId,
    );
    expect((await signIn(email)).arrived.searchParams.get('notice')).toBe('account_claimed');
    expect((await stranger.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  });
});

test('an address in userinfo counts for the same subject alone', async () => {
  const email = newAddress();
  provider.people.set('dea', {
    userinfo: { email: email.replace('person', 'Person'), email_verified: true },
  });
  expect((await enter(await signIn('dea'))).user.email).toBe(email);
  const own = { email: newAddress(), email_verified: true };
  provider.people.set('fay', { ...own, userinfo: { sub: 'other', email, email_verified: true } });
  expect((await signIn('fay')).arrived.searchParams.get('error_code')).toBe('bad_oauth_callback');
  expect(await rows('select from auth.users where email = $1', own.email)).toEqual([]);
});

test('a token that the provider has not signed lets nobody in', async () => {
  provider.people.set('mal', { email: newAddress(), email_verified: true, isForged: true });
  expect((await signIn('mal')).arrived.searchParams.get('error_code')).toBe('bad_oauth_callback');
});

test('whoever is refused for the address reads what the provider sent, and so does the log', async () => {
  const email = newAddress();
  const { userId, client } = await signUp(server, email);
  provider.people.set('cay', { email, email_verified: 1 });
  // The Kelvin sign is a k for whoever folds it first.
  provider.people.set('kim', { email: email.replace('example', 'e\u212Aample'), email_verified: true });
  provider.people.set('eve', { email: '', email_verified: true });
  const faults = [];
  for (const name of ['cay', 'kim', 'eve']) {
    const { searchParams } = (await signIn(name)).arrived;
    expect(searchParams.get('error_code')).toBe('provider_email_needs_verification');
    faults.push([searchParams.get('error_reason'), searchParams.get('error_description')]);
  }
  expect(faults).toEqual([
    ['unclear', expect.stringContaining('it sent 1 as "email_verified"')],
    ['malformed', expect.stringContaining('sent "person-')],
    ['absent', expect.stringContaining('sent no email address')],
  ]);
  const logged = server.observations.flatMap((seen) =>
    seen.kind === 'provider-failed' ? [String(seen.error)] : [],
  );
  expect(logged.slice(-3)).toEqual(faults.map(([, sentence]) => `Error: ${sentence}`));
  expect((await client.auth.getUser()).data.user?.id).toBe(userId);
});

test('whom the rules do not welcome gets no account', async () => {
  const email = `somebody@elsewhere.example`;
  provider.people.set('guest', { email, email_verified: true });
  const { arrived } = await signIn('guest');
  expect(arrived.searchParams.get('error_code')).toBe('signup_disabled');
  provider.people.set('nobody', {});
  expect((await signIn('nobody')).arrived.searchParams.get('error_code')).toBe(
    'provider_email_needs_verification',
  );
  expect(await rows('select id from auth.users where email = $1', email)).toEqual([]);
  await expect(signUp(server, email)).rejects.toMatchObject({ code: 'signup_disabled' });
});

test('a suspended account stays out', async () => {
  const email = newAddress();
  provider.people.set('eve', { email, email_verified: true });
  const { user } = await enter(await signIn('eve'));
  await rows(
    `update auth.users set banned_until = now() + interval '1 hour' where id = $1 returning id`,
    user.id,
  );
  expect((await signIn('eve')).arrived.searchParams.get('error_code')).toBe('user_banned');
});

test('a way back that this browser did not begin, was taken already, or was changed, signs nobody in', async () => {
  provider.people.set('kim', { email: newAddress(), email_verified: true });
  const browser = new Browser();
  const client = newClient(server, 'pkce');
  const { data } = await client.auth.signInWithOAuth({
    provider: 'custom:oidc',
    options: { redirectTo: `${site()}/auth/confirm`, skipBrowserRedirect: true },
  });
  const start = new URL(data.url ?? '');
  start.host = new URL(site()).host;
  const back = await browser.signIn(start.href, 'kim', `${site()}/auth/v1/callback`);
  const codeOf = async (who: Browser, address: string) =>
    new URL((await who.open(address)).headers.get('location') ?? '').searchParams.get('error_code');
  expect(await codeOf(new Browser(), back.href)).toBe('bad_oauth_state');
  const forged = new URL(back);
  forged.searchParams.set('code', 'forged');
  expect(await codeOf(browser, forged.href)).toBe('bad_oauth_callback');
  // The flow is used up.
  expect(await codeOf(browser, back.href)).toBe('bad_oauth_state');
});

test('tokens and codes go to this site alone, and a client without PKCE gets tokens in the fragment', async () => {
  provider.people.set('lee', { email: newAddress(), email_verified: true });
  const address = (redirectTo: string) =>
    `${site()}/auth/v1/authorize?provider=custom:oidc&redirect_to=${encodeURIComponent(redirectTo)}`;
  const arrived = await new Browser().signIn(address('https://evil.example/'), 'lee', `${site()}/#`);
  const tokens = new URLSearchParams(arrived.hash.slice(1));
  const { data } = await newClient(server).auth.getUser(tokens.get('access_token') ?? '');
  expect(data.user?.email).toBe(provider.people.get('lee')?.email);
});

test('the provider is named where clients look for it', async () => {
  const settings = (await (await send(server, '/settings')).json()) as { external: Record<string, boolean> };
  expect(settings.external['custom:oidc']).toBe(true);
  expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({
    signInProvider: 'Example Inc.',
  });
});
