import { describe, expect, test } from 'vitest';
import { startTestServer, useTestServer } from '../../support/test-server.ts';
import {
  codeIn,
  countRows,
  forgetMails,
  fragment,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  send,
  signUp,
} from '../auth-client.ts';

const server = useTestServer({ auth: { emailConfirmation: true } });
const plain = useTestServer();

describe('a mailed sign-in', () => {
  test('by link or code opens an account that exists', async () => {
    const { email, userId } = await signUp(plain());
    const { error } = await newClient(plain()).auth.signInWithOtp({ email });
    expect(error).toBeNull();
    const mail = await plain().mailTo(email);
    expect(mail.subject).toBe('Your sign-in link');
    const target = await openLink(plain(), mail);
    expect(fragment(target)).toMatchObject({ type: 'magiclink', token_type: 'bearer' });

    await forgetMails(plain());
    await newClient(plain()).auth.signInWithOtp({ email });
    const token = codeIn(await plain().mailTo(email));
    const client = newClient(plain());
    const byCode = await client.auth.verifyOtp({ email, token, type: 'email' });
    expect(byCode.error).toBeNull();
    expect(byCode.data.user?.id).toBe(userId);
    const aal = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(aal.data?.currentAuthenticationMethods).toMatchObject([{ method: 'otp' }]);
  });

  test.each([
    ['a sign-in link', 'implicit', 'link'],
    ['a sign-in link for a program', 'pkce', 'link'],
    ['the code of a sign-in', 'implicit', 'code'],
    ['a recovery', 'implicit', 'recovery'],
  ] as const)(
    'by %s puts out whoever made the account with the address before, once',
    async (_, flow, way) => {
      const { client: stranger, email, userId, accessToken } = await signUp(plain());
      const owner = newClient(plain(), flow);
      async function come() {
        await forgetMails(plain());
        if (way === 'recovery') await owner.auth.resetPasswordForEmail(email);
        else await owner.auth.signInWithOtp({ email });
        const mail = await plain().mailTo(email);
        if (way === 'code') {
          const { data } = await owner.auth.verifyOtp({ email, token: codeIn(mail), type: 'email' });
          return data.session;
        }
        const target = await openLink(plain(), mail);
        const code = target.searchParams.get('code');
        const tokens = fragment(target);
        const { data } = code
          ? await owner.auth.exchangeCodeForSession(code)
          : await owner.auth.setSession({
              access_token: String(tokens.access_token),
              refresh_token: String(tokens.refresh_token),
            });
        return data.session && { ...data.session, notice: target.searchParams.get('notice') };
      }

      const first = await come();
      expect(first?.user.id).toBe(userId);
      if (way === 'link') expect(first).toMatchObject({ notice: 'account_claimed' });
      expect((await plain().mailTo(email)).subject).toBe('An account with your address is yours now');
      expect((await send(plain(), '/user', { bearer: accessToken })).status).toBe(403);
      expect((await stranger.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
      const again = await newClient(plain()).auth.signInWithPassword({ email, password: PASSWORD });
      expect(again.error?.code).toBe('invalid_credentials');
      const told = `select from auth.audit_log_entries
      where payload ->> 'action' = 'account_claimed' and payload ->> 'actor_id' = $1`;
      expect(await countRows(plain(), told, [userId])).toBe(1);

      // From now on the address is theirs, and a link ends nothing.
      expect((await owner.auth.updateUser({ password: 'the owner’s own' })).error).toBeNull();
      const second = await come();
      expect(second?.user.id).toBe(userId);
      if (way === 'link') expect(second).toMatchObject({ notice: null });
      expect((await send(plain(), '/user', { bearer: String(first?.access_token) })).status).toBe(200);
      const own = await newClient(plain()).auth.signInWithPassword({ email, password: 'the owner’s own' });
      expect(own.error).toBeNull();
      expect(await countRows(plain(), told, [userId])).toBe(1);
    },
  );

  test('makes an account without a password for a new address, confirmed by the code', async () => {
    const email = newAddress();
    const options = { data: { full_name: 'Ada Lovelace' } };
    expect((await newClient(server()).auth.signInWithOtp({ email, options })).error).toBeNull();
    const token = codeIn(await server().mailTo(email));
    const { data, error } = await newClient(server()).auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada Lovelace' } });
    expect(data.user?.email_confirmed_at).toBeDefined();
    const password = await newClient(server()).auth.signInWithPassword({ email, password: '' });
    expect(password.error?.code).toBe('invalid_credentials');
  });

  test('by link works in a client that asked for a code to exchange', async () => {
    const { email } = await signUp(plain());
    const client = newClient(plain(), 'pkce');
    await client.auth.signInWithOtp({ email });
    const target = await openLink(plain(), await plain().mailTo(email));
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('by code works in such a client, too', async () => {
    const { email } = await signUp(plain());
    const client = newClient(plain(), 'pkce');
    await client.auth.signInWithOtp({ email });
    const token = codeIn(await plain().mailTo(email));
    expect((await client.auth.verifyOtp({ email, token, type: 'magiclink' })).error).toBeNull();
  });

  test('answers the same with an account, without one, and when none may be made', async () => {
    await using closed = await startTestServer({
      auth: { emailConfirmation: true, signup: { kind: 'closed' } },
    });
    const { email: known } = await signUp(plain());
    for (const [at, address, create_user] of [
      [plain(), known, true],
      [plain(), known, false],
      [plain(), newAddress(), true],
      [plain(), newAddress(), false],
      [closed, newAddress(), true],
    ] as const) {
      const ask = () => send(at, '/otp', { body: { email: address, create_user } });
      await forgetMails(at);
      const first = await ask();
      expect([first.status, await first.json()]).toEqual([200, {}]);
      const early = await ask();
      expect(early.status).toBe(429);
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(50);
      expect(await early.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' });
    }
    expect(await countRows(closed, 'select from auth.users')).toBe(0);
  });

  test.each([
    [{}, 'validation_failed'],
    [{ email: 'nonsense' }, 'validation_failed'],
    [{ email: 'a@example.com', phone: '123' }, 'validation_failed'],
    [{ email: 'a@example.com', channel: 'sms' }, 'validation_failed'],
    [{ phone: '+4917012345' }, 'phone_provider_disabled'],
  ])('refuses %j', async (body, code) => {
    const response = await send(server(), '/otp', { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: code });
  });
});

describe('an account that a stranger signed up for', () => {
  const stranger = 'a password of a stranger';

  test('does not keep their password when its owner asks for a sign-in link', async () => {
    const email = newAddress();
    await newClient(server()).auth.signUp({ email, password: stranger });
    await newClient(server()).auth.signInWithOtp({ email });
    await server().mailTo(email);
    const [newest] = await server().mailsTo(email);
    const client = newClient(server());
    const token = codeIn(newest ?? (await server().mailTo(email)));
    expect((await client.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    const theirs = await newClient(server()).auth.signInWithPassword({ email, password: stranger });
    expect(theirs.error?.code).toBe('invalid_credentials');
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  });

  test('does not keep their password when its owner resets it', async () => {
    const email = newAddress();
    await newClient(server()).auth.signUp({ email, password: stranger });
    await newClient(server()).auth.resetPasswordForEmail(email);
    await openLink(server(), await server().mailTo(email));
    const theirs = await newClient(server()).auth.signInWithPassword({ email, password: stranger });
    expect(theirs.error?.code).toBe('invalid_credentials');
  });

  test.each([
    ['before', [stranger, PASSWORD]],
    ['after', [PASSWORD, stranger]],
    ['before and after', [stranger, PASSWORD, stranger]],
  ])('%s its owner keeps neither password, whichever link is opened', async (_when, passwords) => {
    const email = newAddress();
    for (const password of passwords) {
      await newClient(server()).auth.signUp({ email, password });
      await forgetMails(server());
    }
    const mail = await server().mailTo(email);
    expect(mail.text).toContain('neither password was kept');
    expect(fragment(await openLink(server(), mail)).type).toBe('signup');
    for (const password of passwords) {
      const { error } = await newClient(server()).auth.signInWithPassword({ email, password });
      expect(error?.code).toBe('invalid_credentials');
    }
  });

  test('is the owner’s alone when the other sign-up is over', async () => {
    const email = newAddress();
    await newClient(server()).auth.signUp({ email, password: stranger });
    await forgetMails(server());
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.one_time_tokens set expires_at = now() - interval '1 second' where relates_to = $1`,
        values: [email],
      }),
    );
    await newClient(server()).auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { full_name: 'Ann' } },
    });
    await openLink(server(), await server().mailTo(email));
    const { data } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ann' });
  });

  test('keeps the password of a person who signs up twice with the same one', async () => {
    const email = newAddress();
    for (const _time of [1, 2]) {
      await newClient(server()).auth.signUp({ email, password: PASSWORD });
      await forgetMails(server());
    }
    await openLink(server(), await server().mailTo(email));
    const { error } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
  });
});

test('a second sign-up with an address is told by mail, and by nothing else', async () => {
  const email = newAddress();
  await newClient(server()).auth.signUp({ email, password: PASSWORD });
  await openLink(server(), await server().mailTo(email));
  await forgetMails(server());
  const { data, error } = await newClient(server()).auth.signUp({ email, password: 'another one' });
  expect(error).toBeNull();
  expect(data.user?.identities).toEqual([]);
  const [notice] = await server().mailsTo(email);
  expect(notice?.subject).toBe('You already have an account');
  expect(notice?.text).not.toContain('/verify');
});
