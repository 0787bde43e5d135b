import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { countRows, newClient, openLink, PASSWORD, send, signUp } from '../auth-client.ts';
import { codeOf, enroll, signUpWithFactor } from './authenticator.ts';

const server = useTestServer();

describe('adding an authenticator app', () => {
  test('gives a QR code, the secret to type and the address in it', async () => {
    const { client, email } = await signUp(server());
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'My phone' });
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
    const uri = new URL(data?.totp.uri ?? '');
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    expect(uri.searchParams.get('secret')).toBe(data?.totp.secret);
    expect(uri.searchParams.get('issuer')).toMatch(/^localhost/);
    const stored = `select from auth.mfa_factors where id = $1 and secret like 'v1.%' and secret not like $2`;
    expect(await countRows(server(), stored, [data?.id, `%${data?.totp.secret}%`])).toBe(1);
  });

  test('counts only after its first code, which raises the session', async () => {
    const person = await signUp(server());
    const { factorId, secret } = await enroll(person);
    const { mfa } = person.client.auth;
    expect((await mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], totp: [] });
    expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    const { data: challenge } = await mfa.challenge({ factorId });
    expect(challenge).toMatchObject({ id: expect.any(String), type: 'totp' });
    expect((challenge?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290);
    const { data, error } = await mfa.verify({
      factorId,
      challengeId: challenge?.id ?? '',
      code: codeOf(secret),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: person.userId } });
    const claims = decodeJwt(data?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal2', session_id: decodeJwt(person.accessToken).session_id });
    expect(claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
    const factor = { id: factorId, status: 'verified', factor_type: 'totp', friendly_name: 'Phone' };
    expect((await mfa.listFactors()).data).toMatchObject({ totp: [factor] });
    expect(JSON.stringify((await person.client.auth.getUser()).data)).not.toContain('secret');
    const { data: refreshed } = await person.client.auth.refreshSession();
    expect(decodeJwt(refreshed.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' });
  });

  test('ends the other sessions, and forgets the refresh token of the first level', async () => {
    const person = await signUp(server());
    const other = newClient(server());
    await other.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const { factorId, secret } = await enroll(person);
    await person.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect((await other.from('pages').select('id')).status).toBe(401);
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    const old = await send(server(), '/token?grant_type=refresh_token', {
      body: { refresh_token: person.refreshToken },
    });
    expect(await old.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
    expect((await person.client.auth.refreshSession()).error).toBeNull();
  });

  test('replaces an unfinished one of the same name, not a verified one', async () => {
    const person = await signUp(server());
    const abandoned = await enroll(person);
    const { factorId, secret } = await enroll(person);
    expect((await person.client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId]);
    const gone = await person.client.auth.mfa.challenge({ factorId: abandoned.factorId });
    expect(gone.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    await person.client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const again = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  });

  test('sweeps old unfinished ones, and keeps a recent one', async () => {
    const person = await signUp(server());
    const [old, asked] = [await enroll(person, 'Old'), await enroll(person, 'Asked')];
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`,
        values: [person.userId],
      }),
    );
    await person.client.auth.mfa.challenge({ factorId: asked.factorId });
    const added = await enroll(person, 'New');
    const { data } = await person.client.auth.mfa.listFactors();
    const ids = data?.all.map(({ id }) => id);
    expect(ids).toEqual([asked.factorId, added.factorId]);
    expect(ids).not.toContain(old.factorId);
  });

  test('is possible ten times', async () => {
    const person = await signUp(server());
    for (let index = 0; index < 10; index++) await enroll(person, `App ${index}`);
    const { error } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App 10' });
    expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  test.each([
    [{ factor_type: 'phone', phone: '+4912345678' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    [{ factor_type: 'smoke' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 'a'.repeat(256) }, 400, 'validation_failed'],
    [{ factor_type: 'totp', issuer: 'a'.repeat(101) }, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 7 }, 400, 'bad_json'],
  ])('refuses %j', async (body, status, code) => {
    const { accessToken: bearer } = await signUp(server());
    const response = await send(server(), '/factors', { bearer, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error_code: code });
  });

  test('takes names and issuers of any script', async () => {
    const { client } = await signUp(server());
    const issuer = '団'.repeat(100);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Телефон 🦊', issuer });
    expect(data?.friendly_name).toBe('Телефон 🦊');
    expect(new URL(data?.totp.uri ?? '').searchParams.get('issuer')).toBe(issuer);
  });
});

describe('signing in with a second step', () => {
  test('begins on the first level, and every answer says that there is a second', async () => {
    const { email, factorId, secret } = await signUpWithFactor(server());
    const client = newClient(server());
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user?.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    const { mfa } = client.auth;
    expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect((await mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
    expect((await mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  });

  test('leaves sessions alone that have shown a factor', async () => {
    const person = await signUpWithFactor(server());
    const client = newClient(server());
    await client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const { factorId, secret } = person;
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect((await person.client.auth.refreshSession()).error).toBeNull();
  });

  test('changes neither password nor address nor name before it', async () => {
    const { email } = await signUpWithFactor(server());
    const { auth } = newClient(server());
    await auth.signInWithPassword({ email, password: PASSWORD });
    const changes = [
      { password: 'a new password' },
      { email: `new-${email}` },
      { data: { display_name: 'Fool' } },
      { email, data: { theme: 'dark' } },
    ];
    for (const change of changes)
      expect((await auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await auth.reauthenticate()).error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect(await server().mailsTo(email)).toHaveLength(0);
  });

  test('a mailbox alone does not replace the password', async () => {
    const { email, factorId, secret } = await signUpWithFactor(server());
    await send(server(), '/recover', { body: { email } });
    const link = await openLink(server(), await server().mailTo(email));
    const tokens = new URLSearchParams(link.hash.slice(1));
    const { auth } = newClient(server());
    await auth.setSession({
      access_token: tokens.get('access_token') ?? '',
      refresh_token: tokens.get('refresh_token') ?? '',
    });
    const change = () => auth.updateUser({ password: 'a new password' });
    expect((await change()).error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
    expect((await change()).error).toBeNull();
  });

  test('changes the password after it', async () => {
    const { client } = await signUpWithFactor(server());
    expect(
      (await client.auth.updateUser({ current_password: PASSWORD, password: 'a new password' })).error,
    ).toBeNull();
  });
});

describe('removing an authenticator app', () => {
  test('lowers the sessions that it raised', async () => {
    const { client, factorId } = await signUpWithFactor(server());
    const { data, error } = await client.auth.mfa.unenroll({ factorId });
    expect(error).toBeNull();
    expect(data).toEqual({ id: factorId });
    const { data: refreshed } = await client.auth.refreshSession();
    const claims = decodeJwt(refreshed.session?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(refreshed.user).not.toHaveProperty('factors');
  });

  test('needs the second level, whatever the token says', async () => {
    const person = await signUpWithFactor(server());
    const client = newClient(server());
    await client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const { factorId } = person;
    const refused = await client.auth.mfa.unenroll({ factorId });
    expect(refused.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    const enroll = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Intruder' });
    expect(enroll.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    // A token of the second level that has fallen back since.
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.sessions set aal = 'aal1' where user_id = $1`,
        values: [person.userId],
      }),
    );
    const stale = await send(server(), `/factors/${factorId}`, {
      method: 'DELETE',
      bearer: person.accessToken,
    });
    expect(await stale.json()).toMatchObject({ code: 422, error_code: 'insufficient_aal' });
  });

  test('needs no code before it counts', async () => {
    const person = await signUp(server());
    const { factorId } = await enroll(person);
    expect((await person.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });
});

test('every step is in the audit log', async () => {
  const person = await signUpWithFactor(server());
  await person.client.auth.mfa.unenroll({ factorId: person.factorId });
  const { rows } = await server().database.asOwner((transaction) =>
    transaction.query<{ action: string; address: string }>({
      text: `select payload ->> 'action' as action, ip_address as address from auth.audit_log_entries
        where payload -> 'traits' ->> 'factor_id' = $1 order by created_at`,
      values: [person.factorId],
    }),
  );
  expect(rows).toEqual(
    ['factor_in_progress', 'challenge_created', 'verification_attempted', 'factor_unenrolled'].map(
      (action) => ({ action, address: '127.0.0.1' }),
    ),
  );
});
