import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import {
  codeIn,
  forgetMails,
  fragment,
  newAddress,
  newClient,
  openLink,
  PASSWORD,
  send,
  signUp,
  wrongCode,
} from '../auth-client.ts';

const server = useTestServer({ auth: { emailConfirmation: true } });
const plain = useTestServer();

async function register(): Promise<{ email: string; token: string }> {
  const email = newAddress();
  await newClient(server()).auth.signUp({ email, password: PASSWORD });
  return { email, token: codeIn(await server().mailTo(email)) };
}

function verify(body: object): Promise<Response> {
  return send(server(), '/verify', { body });
}

describe('six digits', () => {
  test('confirm a sign-up as its link does, once', async () => {
    const { email, token } = await register();
    const body = { email: email.toUpperCase(), token, type: 'signup' };
    const answers = await Promise.all([1, 2, 3].map(() => verify(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(fragment(await openLink(server(), await server().mailTo(email))).error_code).toBe('otp_expired');
    const { error } = await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
  });

  test('are void after five wrong guesses, also many at once, and the link is not', async () => {
    const { email, token } = await register();
    const guesses = Array.from({ length: 5 }, () =>
      verify({ email, token: wrongCode(token), type: 'signup' }),
    );
    for (const guess of await Promise.all(guesses)) {
      expect(guess.status).toBe(403);
      expect(await guess.json()).toMatchObject({
        error_code: 'otp_expired',
        msg: 'Token has expired or is invalid',
      });
    }
    expect((await verify({ email, token, type: 'signup' })).status).toBe(403);
    expect(fragment(await openLink(server(), await server().mailTo(email))).type).toBe('signup');
  });

  test('work for an hour', async () => {
    const { email, token } = await register();
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.one_time_tokens set code_expires_at = code_expires_at - interval '1 hour'
          where relates_to = $1`,
        values: [email],
      }),
    );
    expect((await verify({ email, token, type: 'signup' })).status).toBe(403);
  });

  test('are good for their purpose and their address only', async () => {
    const { email, token } = await register();
    const other = await register();
    for (const body of [
      { email, token, type: 'recovery' },
      { email, token, type: 'email_change' },
      { email: other.email, token, type: 'signup' },
      { email: newAddress(), token, type: 'signup' },
      { token_hash: token, type: 'signup' },
    ])
      if (body.token !== other.token) expect((await verify(body)).status).toBe(403);
    const { error } = await newClient(server()).auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
  });

  test('are not in the database, nor is anything to guess them from', async () => {
    const { email, token } = await register();
    const { rows } = await server().database.asOwner((transaction) =>
      transaction.query<{ row: string; code_hash: string }>({
        text: 'select t::text as row, code_hash from auth.one_time_tokens t where relates_to = $1',
        values: [email],
      }),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.code_hash).toMatch(/^[\w-]{43}$/);
  });

  test('reset a password', async () => {
    const { email } = await signUp(plain());
    await newClient(plain()).auth.resetPasswordForEmail(email);
    const client = newClient(plain());
    const token = codeIn(await plain().mailTo(email));
    expect((await client.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
  });
});

describe('a change of address', () => {
  async function settled() {
    const { email, token } = await register();
    const client = newClient(server());
    await client.auth.verifyOtp({ email, token, type: 'signup' });
    return { email, client };
  }

  test('is confirmed by the code at the new address, and told to the old one', async () => {
    const { email: old, client } = await settled();
    const email = newAddress();
    expect((await client.auth.updateUser({ current_password: PASSWORD, email })).error).toBeNull();
    const token = codeIn(await server().mailTo(email));
    const [notice] = await server().mailsTo(old);
    expect(notice?.subject).toBe('Your email address is being changed');
    expect(notice?.text).toContain(email);
    expect(notice?.text).not.toContain('/verify');
    expect(notice?.text).toContain(`${server().config.siteUrl}/dashboard/settings`);
    const { data, error } = await newClient(server()).auth.verifyOtp({ email, token, type: 'email_change' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('is told to the old address as done, when nobody has to confirm it', async () => {
    const { email: old, client } = await signUp(plain());
    const email = newAddress();
    expect((await client.auth.updateUser({ current_password: PASSWORD, email })).data.user?.email).toBe(
      email,
    );
    const notice = await plain().mailTo(old);
    expect(notice.subject).toBe('Your email address was changed');
    expect(notice.text).toContain(`changed its email address to ${email}`);
    expect(notice.text).toContain(`${plain().config.siteUrl}/dashboard/settings`);
  });

  test('is mailed again to the new address, and stopped by a new password', async () => {
    const { email: old, client } = await settled();
    const email = newAddress();
    await client.auth.updateUser({ current_password: PASSWORD, email });
    const early = await client.auth.resend({ type: 'email_change', email: old });
    expect(early.error?.code).toBe('over_email_send_rate_limit');
    await forgetMails(server());
    expect((await client.auth.resend({ type: 'email_change', email: old })).error).toBeNull();
    expect(await server().mailsTo(email)).toHaveLength(2);
    const token = codeIn(await server().mailTo(email));
    await client.auth.updateUser({ current_password: PASSWORD, password: 'whoever it was is out' });
    const late = await newClient(server()).auth.verifyOtp({ email, token, type: 'email_change' });
    expect(late.error?.code).toBe('otp_expired');
  });
});

describe('reauthentication', () => {
  const careful = useTestServer({ auth: { reauthentication: true } });

  async function oldSession() {
    const person = await signUp(careful());
    await careful().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1`,
        values: [person.userId],
      }),
    );
    return person;
  }

  test('is asked for before a new password when the sign-in is a day old', async () => {
    const { client, email } = await oldSession();
    const refused = await client.auth.updateUser({ current_password: PASSWORD, password: 'a new password' });
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const mail = await careful().mailTo(email);
    expect(mail.subject).toBe('Your confirmation code');
    const nonce = codeIn(mail);
    const wrong = await client.auth.updateUser({
      current_password: PASSWORD,
      password: 'a new password',
      nonce: wrongCode(nonce),
    });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect(
      (await client.auth.updateUser({ current_password: PASSWORD, password: 'a new password', nonce })).error,
    ).toBeNull();
    const again = await client.auth.updateUser({
      current_password: 'a new password',
      password: 'yet another one',
      nonce,
    });
    expect(again.error?.code).toBe('reauthentication_not_valid');
  });

  test('is not asked for right after a sign-in, and its code signs nobody in', async () => {
    const { client, email } = await signUp(careful());
    await client.auth.reauthenticate();
    const token = codeIn(await careful().mailTo(email));
    for (const type of ['email', 'recovery', 'reauthentication']) {
      const response = await send(careful(), '/verify', { body: { email, token, type } });
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
    expect(
      (await client.auth.updateUser({ current_password: PASSWORD, password: 'a new password' })).error,
    ).toBeNull();
  });

  test('takes no code of another person', async () => {
    const other = await signUp(careful());
    await other.client.auth.reauthenticate();
    const nonce = codeIn(await careful().mailTo(other.email));
    const { client } = await oldSession();
    const { error } = await client.auth.updateUser({
      current_password: PASSWORD,
      password: 'a new password',
      nonce,
    });
    expect(error?.code).toBe('reauthentication_not_valid');
  });

  test('needs a session, and is mailed once a minute', async () => {
    expect((await send(careful(), '/reauthenticate')).status).toBe(401);
    const { client } = await signUp(careful());
    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect((await client.auth.reauthenticate()).error?.code).toBe('over_email_send_rate_limit');
  });
});
