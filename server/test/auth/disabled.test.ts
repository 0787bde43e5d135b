import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { administer, operatorOf } from './admin/operator.ts';
import { newClient, type RawRequest, send, signUp } from './auth-client.ts';

const server = useTestServer();

describe('a missing feature answers with its own code', () => {
  const phone = '+4912345678';
  const cases: [string, RawRequest, number, string][] = [
    ['/signup', { body: {} }, 422, 'anonymous_provider_disabled'],
    ['/signup', { body: { phone, password: 'correct horse' } }, 400, 'phone_provider_disabled'],
    ['/token?grant_type=password', { body: { phone, password: 'x' } }, 422, 'phone_provider_disabled'],
    ['/token?grant_type=web3', { body: { chain: 'solana' } }, 422, 'web3_provider_disabled'],
    ['/token?grant_type=id_token', { body: { id_token: 'x', provider: 'google' } }, 400, 'provider_disabled'],
    ['/token?grant_type=id_token', { body: { id_token: 'x', provider: 'evil' } }, 400, 'validation_failed'],
    ['/token?grant_type=id_token', { body: {} }, 400, 'validation_failed'],
    ['/token?grant_type=smoke', { body: {} }, 400, 'invalid_credentials'],
    ['/verify', { body: { phone, token: '123456', type: 'sms' } }, 403, 'otp_expired'],
    ['/verify', { body: { phone: 'x', token: '123456', type: 'sms' } }, 400, 'validation_failed'],
    ['/sso', { body: { domain: 'example.com' } }, 404, 'saml_provider_disabled'],
    ['/sso/saml/metadata', {}, 404, 'saml_provider_disabled'],
    ['/sso/saml/acs', { method: 'POST' }, 404, 'saml_provider_disabled'],
    ['/passkeys', {}, 404, 'passkey_disabled'],
    ['/passkeys/authentication/options', { body: {} }, 404, 'passkey_disabled'],
    ['/oauth/clients/register', { body: {} }, 404, 'feature_disabled'],
    ['/oauth/authorize', {}, 404, 'feature_disabled'],
    ['/oauth/token', { method: 'POST' }, 404, 'feature_disabled'],
    ['/user/oauth/grants', {}, 404, 'feature_disabled'],
    ['/.well-known/openid-configuration', {}, 404, 'feature_disabled'],
    ['/scim/v2/Users', {}, 404, 'feature_disabled'],
    ['/admin/sso/providers', {}, 403, 'not_admin'],
    ['/admin/oauth/clients', {}, 403, 'not_admin'],
  ];
  test.each(cases)('%s %j', async (path, request, status, code) => {
    const response = await send(server(), path, request);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: status, error_code: code });
  });

  test.each([
    ['/admin/sso/providers', 'saml_provider_disabled'],
    ['/admin/oauth/clients', 'feature_disabled'],
    ['/admin/custom-providers', 'feature_disabled'],
    ['/admin/users/00000000-0000-4000-8000-000000000000/passkeys', 'passkey_disabled'],
  ])('%s, to an administrator', async (path, code) => {
    const response = await administer(server(), path);
    expect(await response.json()).toMatchObject({ code: 404, error_code: code });
  });

  test.each(['/nothing', '/admin', '/factors/x/y/z', '/user/identities', '/token/x', '/admin/users/1/2/3'])(
    '%s does not exist',
    async (path) => {
      const response = await send(server(), path);
      expect(await response.json()).toMatchObject({ code: 404, error_code: 'not_found' });
    },
  );
});

describe('signing in at a provider', () => {
  test.each([
    [{ provider: 'google' }, 'https://accounts.google.com'],
    [{ provider: 'apple' }, 'https://appleid.apple.com'],
    [
      { provider: 'keycloak', issuer: 'https://id.example.com/realms/one' },
      'https://id.example.com/realms/one',
    ],
    [
      { provider: 'azure', id_token: new UnsecuredJWT({ iss: 'https://sts.example' }).encode() },
      'https://sts.example',
    ],
    [{ provider: 'azure' }, 'azure'],
  ])('with the id token of %j names the issuer', async (body, issuer) => {
    const response = await send(server(), '/token?grant_type=id_token', { body: { id_token: 'x', ...body } });
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'provider_disabled',
      msg: `Provider (issuer "${issuer}") is not enabled`,
    });
  });

  test('is not enabled, also for a visitor without a key', async () => {
    for (const [provider, reason] of [
      ['google', 'provider is not enabled'],
      ['evil', 'Provider evil could not be found'],
    ]) {
      const response = await fetch(`${server().url}/auth/v1/authorize?provider=${provider}`);
      expect(await response.json()).toEqual({
        code: 400,
        error_code: 'validation_failed',
        msg: `Unsupported provider: ${reason}`,
      });
    }
  });

  test('comes back to the site only', async () => {
    for (const [query, code] of [
      ['', 'bad_oauth_callback'],
      ['?state=1&redirect_to=https://evil.example', 'bad_oauth_state'],
    ]) {
      const url = `${server().url}/auth/v1/callback${query}`;
      const response = await fetch(url, { redirect: 'manual' });
      expect(response.status).toBe(303);
      const target = new URL(response.headers.get('location') ?? '');
      expect(target.origin).toBe(server().config.siteUrl);
      expect(target.searchParams.get('error_code')).toBe(code);
    }
  });
});

describe('identities', () => {
  test('are listed; none can be removed or added', async () => {
    const { client } = await signUp(server());
    const { data } = await client.auth.getUserIdentities();
    expect(data?.identities).toMatchObject([{ provider: 'email' }]);
    const [identity] = data?.identities ?? [];
    if (!identity) throw new Error('There is no identity.');
    const unlinked = await client.auth.unlinkIdentity(identity);
    expect(unlinked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    const linked = await client.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
  });

  test('are closed without a session', async () => {
    for (const [path, method] of [
      ['/user/identities/authorize?provider=google', 'GET'],
      ['/user/identities/00000000-0000-4000-8000-000000000000', 'DELETE'],
    ] as const)
      expect((await send(server(), path, { method })).status).toBe(401);
  });
});

describe('the secret key', () => {
  const BROWSER = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  };

  test('is refused to browsers, everywhere', async () => {
    const { secretKey, publishableKey } = server().secrets;
    const requests = [
      { apikey: secretKey, ...BROWSER },
      { apikey: secretKey, 'sec-fetch-site': 'cross-site' },
      { apikey: publishableKey, authorization: `Bearer ${secretKey}`, ...BROWSER },
    ];
    for (const headers of requests) {
      for (const path of ['/auth/v1/admin/users', '/auth/v1/settings', '/rest/v1/pages']) {
        const response = await fetch(`${server().url}${path}`, { headers });
        expect(response.status).toBe(401);
        const { message } = (await response.json()) as { message: string };
        expect(message).toBe('Forbidden use of secret API key in browser');
      }
    }
  });

  test('works elsewhere, and browsers keep theirs', async () => {
    const { data } = await operatorOf(server()).auth.admin.listUsers();
    expect(data.users).toBeInstanceOf(Array);
    const { publishableKey } = server().secrets;
    const response = await send(server(), '/settings', { headers: { apikey: publishableKey, ...BROWSER } });
    expect(response.status).toBe(200);
    expect((await newClient(server()).auth.getSession()).error).toBeNull();
  });
});
