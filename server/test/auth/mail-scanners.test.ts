/** Mail scanners open every link in a mail ahead of its reader: they change nothing, and get nothing. */
import type { EmailOtpType } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import {
  codeIn,
  forgetMails,
  fragment,
  linkIn,
  newAddress,
  newClient,
  openLink,
  openPage,
  PASSWORD,
  press,
  send,
} from './auth-client.ts';

const server = useTestServer({
  auth: { emailConfirmation: true, signup: { kind: 'open' }, redirectUrls: ['https://app.example.com/in'] },
});

const client = () => newClient(server());

/** Sends a request with the secret key. */
const administer = (path: string, body: object) => {
  const { secretKey } = server().secrets;
  return send(server(), path, { body, headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` } });
};

describe('a program that opens every link in a mail ahead of its reader', () => {
  /** An account whose address is confirmed, and who is signed in. */
  async function settled(): Promise<{
    readonly email: string;
    readonly auth: ReturnType<typeof newClient>['auth'];
  }> {
    const email = newAddress();
    const body = { email, password: PASSWORD, email_confirm: true };
    await administer('/admin/users', body);
    const { auth } = client();
    await auth.signInWithPassword({ email, password: PASSWORD });
    return { email, auth };
  }

  /** Asks for a mail of each kind. @returns its reader, and the type that a typed code has */
  const KINDS = {
    signup: async () => {
      const email = newAddress();
      await client().auth.signUp({ email, password: PASSWORD });
      return { email, type: 'signup' } as const;
    },
    invite: async () => {
      const email = newAddress();
      await administer('/invite', { email });
      return { email, type: 'invite' } as const;
    },
    recovery: async () => {
      const { email, auth } = await settled();
      await auth.resetPasswordForEmail(email);
      return { email, type: 'recovery' } as const;
    },
    magiclink: async () => {
      const { email, auth } = await settled();
      await auth.signInWithOtp({ email });
      return { email, type: 'email' } as const;
    },
    email_change: async () => {
      const { auth } = await settled();
      const email = newAddress();
      await send(server(), '/user', {
        method: 'PUT',
        bearer: (await auth.getSession()).data.session?.access_token ?? '',
        body: { email, current_password: PASSWORD },
      });
      return { email, type: 'email_change' } as const;
    },
  };

  type Kind = keyof typeof KINDS;
  const asked = (kind: Kind): Promise<{ readonly email: string; readonly type: EmailOtpType }> =>
    KINDS[kind]();

  /** Everything that a link can change. */
  async function state(): Promise<unknown> {
    const { rows } = await server().database.asOwner((transaction) =>
      transaction.query({
        text: `select
          (select json_agg(t order by token_hash) from auth.one_time_tokens as t) as tokens,
          (select json_agg(json_build_array(id, email, email_confirmed_at, last_sign_in_at) order by id) from auth.users) as users,
          (select count(*) from auth.sessions) as sessions,
          (select count(*) from auth.audit_log_entries) as events,
          (select count(*) from auth.rate_limits) as limits`,
      }),
    );
    return rows;
  }

  async function opened(email: string) {
    const page = await openPage(server(), await server().mailTo(email));
    if (!('page' in page)) throw new Error(`The link leads to ${page.target}.`);
    return page;
  }

  test.each(Object.keys(KINDS) as Kind[])('changes nothing by a %s link, and gets no token', async (kind) => {
    const { email, type } = await asked(kind);
    const mail = await server().mailTo(email);
    const before = await state();
    for (const scanner of [1, 2]) {
      const { pathname, search } = linkIn(mail);
      const ahead = await fetch(`${server().url}${pathname}${search}`, {
        method: 'HEAD',
        redirect: 'manual',
      });
      expect([ahead.status, ahead.headers.get('location')]).toEqual([405, null]);
      const { page, html, cookie } = await opened(email);
      expect(`${scanner} ${page} ${html}`).not.toMatch(/token|eyJ/);
      expect(html).not.toContain(linkIn(mail).searchParams.get('token'));
      // Without the cookie of the first answer there is nothing to press.
      const bare = await fetch(page, { method: 'POST', redirect: 'manual' });
      expect([bare.status, bare.headers.get('location')]).toEqual([400, null]);
      expect((await fetch(page, { method: 'HEAD', headers: { cookie } })).status).toBe(405);
    }
    expect(await state()).toEqual(before);
    // The code in the same mail still works.
    const { data, error } = await client().auth.verifyOtp({ email, token: codeIn(mail), type });
    expect([error, data.user?.email]).toEqual([null, email]);
  });

  test.each(Object.keys(KINDS) as Kind[])(
    'leaves a %s link to its reader, whose button works once',
    async (kind) => {
      const { email } = await asked(kind);
      await opened(email);
      const page = await opened(email);
      expect(page.html).toContain(email);
      const [one, other] = await Promise.all([press(page), press(page)]);
      expect([fragment(one).type, fragment(other).type].filter(Boolean)).toEqual([kind]);
      expect([fragment(one).error_code, fragment(other).error_code].filter(Boolean)).toEqual(['otp_expired']);
      expect(fragment(await openLink(server(), await server().mailTo(email))).error_code).toBe('otp_expired');
    },
  );

  test.each(Object.keys(KINDS) as Kind[])(
    'a %s link works without scripts, with no token in an address before scripts run',
    async (kind) => {
      const { email } = await asked(kind);
      const { page, cookie } = await opened(email);
      const pressed = await fetch(page, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ scripts: '' }),
        redirect: 'manual',
      });
      expect([pressed.status, pressed.headers.get('location')]).toEqual([
        303,
        page.replace('127.0.0.1', 'localhost'),
      ]);
      expect(await addressOfUser(email)).toEqual([email, true]);
      const [held = ''] = pressed.headers.getSetCookie().map((line) => line.split(';')[0]);
      const shown = await fetch(page, { headers: { cookie: held } });
      const html = await shown.text();
      expect(`${html} ${held}`).not.toMatch(/eyJ|access_token/);
      expect(html).toContain('Allow scripts to go on');
      const again = await fetch(page, { method: 'POST', headers: { cookie: held }, redirect: 'manual' });
      expect(again.headers.get('location')).toBe(page.replace('127.0.0.1', 'localhost'));
      // Scripts are allowed by then.
      const { access_token: token = '', type } = fragment(await press({ page, cookie: held, html }));
      expect(type).toBe(kind);
      const user = await send(server(), '/user', { bearer: token });
      expect(await user.json()).toMatchObject({ email });
    },
  );

  async function addressOfUser(email: string): Promise<readonly unknown[]> {
    const { rows } = await server().database.asOwner((transaction) =>
      transaction.query<{ email: string; is_confirmed: boolean }>({
        text: 'select email, email_confirmed_at is not null as is_confirmed from auth.users where email = $1',
        values: [email],
      }),
    );
    return [rows[0]?.email, rows[0]?.is_confirmed];
  }

  test('a link to an app of the operator brings its tokens there, as in Supabase Auth', async () => {
    const { email, auth } = await settled();
    await auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://app.example.com/in' } });
    const { page, cookie } = await opened(email);
    const answer = await fetch(page, { method: 'POST', headers: { cookie }, redirect: 'manual' });
    const target = new URL(answer.headers.get('location') ?? '');
    expect(`${target.origin}${target.pathname}`).toBe('https://app.example.com/in');
    expect(fragment(target)).toMatchObject({ type: 'magiclink' });
  });

  test('tells its reader whose account gets the address, and when to press nothing', async () => {
    const { email: former, auth } = await settled();
    const email = newAddress();
    await auth.updateUser({ email, current_password: PASSWORD });
    const { html } = await opened(email);
    expect(html).toContain(`the account of <strong>${former}</strong>`);
    expect(html).toContain('If you did not ask for this, close this page');
    const signedUp = await opened((await asked('signup')).email);
    expect(signedUp.html).toContain('If you did not sign up, close this page');
    expect(signedUp.html).not.toContain('the account of');
    const invited = await opened((await asked('invite')).email);
    expect(invited.html).not.toContain('close this page');
  });

  test('does not stand in the way of another mail', async () => {
    const { email } = await asked('signup');
    const page = await opened(email);
    await forgetMails(server());
    expect((await client().auth.resend({ type: 'signup', email })).error).toBeNull();
    await server().idle();
    expect(await server().mailsTo(email)).toHaveLength(2);
    // The page of the older mail says so when its button is pressed.
    expect(fragment(await press(page)).error_code).toBe('otp_expired');
    expect(fragment(await press(await opened(email))).type).toBe('signup');
  });

  test('finds a page that nothing can be put into, or be framed', async () => {
    const { page, cookie } = await opened((await asked('signup')).email);
    const answer = await fetch(page, { headers: { cookie } });
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });
});
