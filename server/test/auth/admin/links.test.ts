import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import {
  countRows,
  fragment,
  linkIn,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  send,
} from '../auth-client.ts';
import { administer, operatorOf } from './operator.ts';

const server = useTestServer({ auth: { emailConfirmation: true } });
const closed = useTestServer({ auth: { signup: { kind: 'closed' } } });
const admin = () => operatorOf(server()).auth.admin;

async function generate(body: object): Promise<Record<string, string>> {
  const response = await administer(server(), '/admin/generate_link', { body });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, string>;
}

/** Opens a generated link as a browser would. */
async function open({ action_link = '' }: Record<string, string>): Promise<URL> {
  const link = new URL(action_link);
  expect(link.origin).toBe(server().config.siteUrl);
  const response = await fetch(`${server().url}${link.pathname}${link.search}`, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

async function confirmed(): Promise<{ email: string; id: string }> {
  const email = newAddress();
  const { data, error } = await admin().createUser({ email, password: PASSWORD, email_confirm: true });
  if (error) throw error;
  return { email, id: data.user.id };
}

describe('a generated link', () => {
  test('to sign up makes the account, mails nothing, and confirms when it is opened', async () => {
    const email = newAddress();
    const { data, error } = await admin().generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { full_name: 'Ana' }, redirectTo: `${server().config.siteUrl}/welcome` },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ana' } });
    expect(data.properties).toMatchObject({
      verification_type: 'signup',
      email_otp: expect.stringMatching(/^\d{6}$/),
      redirect_to: `${server().config.siteUrl}/welcome`,
    });
    expect(await server().mailsTo(email)).toHaveLength(0);
    const target = await open({ action_link: data.properties?.action_link ?? '' });
    expect(target.pathname).toBe('/welcome');
    expect(fragment(target)).toMatchObject({ type: 'signup', access_token: expect.any(String) });
    const signedIn = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
  });

  test.each(['magiclink', 'recovery'] as const)(
    'of type %s works once, as link, hash or code',
    async (type) => {
      const { email } = await confirmed();
      expect(fragment(await open(await generate({ type, email }))).type).toBe(type);
      const { hashed_token: token_hash = '' } = await generate({ type, email });
      const { auth } = newClient(server());
      expect((await auth.verifyOtp({ type, token_hash })).error).toBeNull();
      expect((await auth.verifyOtp({ type, token_hash })).error?.code).toBe('otp_expired');
      const { email_otp: token = '' } = await generate({ type, email });
      expect((await auth.verifyOtp({ type, email, token })).error).toBeNull();
      expect((await auth.verifyOtp({ type, email, token })).error?.code).toBe('otp_expired');
    },
  );

  test('of type magiclink for an unknown address makes an account', async () => {
    const email = newAddress();
    const link = await generate({ type: 'magiclink', email });
    expect(link.verification_type).toBe('signup');
    expect(fragment(await open(link)).access_token).toBeTruthy();
  });

  test('to a new address changes it when it is opened', async () => {
    const { email, id } = await confirmed();
    const new_email = newAddress();
    const link = await generate({ type: 'email_change_new', email, new_email });
    expect(link).toMatchObject({ verification_type: 'email_change_new', email, new_email });
    expect(fragment(await open(link)).type).toBe('email_change');
    expect((await admin().getUserById(id)).data.user?.email).toBe(new_email);
  });

  test('leads to this site only', async () => {
    const { email } = await confirmed();
    const link = await generate({ type: 'recovery', email, redirect_to: 'https://evil.example/' });
    expect(link.redirect_to).toBe(server().config.siteUrl);
    expect(link.action_link).not.toContain('evil');
  });

  test('does not confirm the password of a stranger who signed up first', async () => {
    for (const type of ['signup', 'invite']) {
      const email = newAddress();
      await newClient(server()).auth.signUp({ email, password: 'the stranger’s' });
      const link = await generate({ type, email });
      expect(fragment(await open(link)).access_token).toBeTruthy();
      const stranger = await newClient(server()).auth.signInWithPassword({
        email,
        password: 'the stranger’s',
      });
      expect(stranger.error?.code).toBe('invalid_credentials');
    }
  });

  test('is refused when it makes no sense, and leaves nothing', async () => {
    const { email } = await confirmed();
    const taken = await confirmed();
    const unknown = newAddress();
    const cases: [object, number, string][] = [
      [{ type: 'signup', email, password: PASSWORD }, 422, 'email_exists'],
      [{ type: 'invite', email }, 422, 'email_exists'],
      [{ type: 'signup', email: unknown }, 400, 'validation_failed'],
      [{ type: 'signup', email: unknown, password: '12345' }, 422, 'weak_password'],
      [{ type: 'recovery', email: unknown }, 404, 'user_not_found'],
      [{ type: 'email_change_new', email: unknown, new_email: newAddress() }, 404, 'user_not_found'],
      [{ type: 'email_change_new', email, new_email: taken.email }, 422, 'email_exists'],
      [{ type: 'email_change_new', email }, 400, 'validation_failed'],
      [{ type: 'email_change_current', email, new_email: newAddress() }, 400, 'validation_failed'],
      [{ type: 'smoke', email }, 400, 'validation_failed'],
      [{ type: 'recovery', email: 'nonsense' }, 400, 'validation_failed'],
      [{}, 400, 'validation_failed'],
    ];
    for (const [body, status, code] of cases) {
      const response = await administer(server(), '/admin/generate_link', { body });
      expect([body, await response.json()]).toMatchObject([body, { code: status, error_code: code }]);
    }
    expect(await countRows(server(), 'select from auth.users where email = $1', [unknown])).toBe(0);
  });
});

describe('an invitation', () => {
  test('is mailed, opened once, and gives an account without a password', async () => {
    const email = newAddress();
    const { data, error } = await admin().inviteUserByEmail(email, {
      data: { full_name: 'Ana' },
      redirectTo: `${server().config.siteUrl}/auth/confirm`,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { full_name: 'Ana' },
    });
    const mail = await server().mailTo(email);
    expect(linkIn(mail).searchParams.get('type')).toBe('invite');
    const target = await openLink(server(), mail);
    expect(target.pathname).toBe('/auth/confirm');
    const tokens = fragment(target);
    expect(tokens.type).toBe('invite');
    expect(fragment(await openLink(server(), mail)).error_code).toBe('otp_expired');
    const { auth } = newClient(server());
    const session = { access_token: tokens.access_token ?? '', refresh_token: tokens.refresh_token ?? '' };
    await auth.setSession(session);
    expect((await auth.updateUser({ password: PASSWORD })).error).toBeNull();
    const signedIn = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
  });

  test('can be sent again until it is accepted', async () => {
    const email = newAddress();
    for (let time = 0; time < 2; time++) expect((await admin().inviteUserByEmail(email)).error).toBeNull();
    const mails = await server().mailsTo(email);
    expect(mails).toHaveLength(2);
    if (mails[0]) await openLink(server(), mails[0]);
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
  });

  test('works when nobody may sign up', async () => {
    const email = newAddress();
    const signup = await newClient(closed()).auth.signUp({ email, password: PASSWORD });
    expect(signup.error?.code).toBe('signup_disabled');
    expect((await operatorOf(closed()).auth.admin.inviteUserByEmail(email)).error).toBeNull();
    expect(fragment(await openLink(closed(), await closed().mailTo(email))).type).toBe('invite');
  });

  test('is for administrators only', async () => {
    const body = { email: newAddress() };
    for (const path of ['/invite', '/admin/generate_link']) {
      const response = await send(server(), path, { body: { ...body, type: 'magiclink' } });
      expect(await response.json()).toMatchObject({ code: 403, error_code: 'not_admin' });
    }
    expect(await server().mailsTo(body.email)).toHaveLength(0);
  });
});
