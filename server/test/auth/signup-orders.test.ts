/**
 * Somebody signs up with an address that is not theirs, before its owner or after, and the owner opens a mail. No
 * password is confirmed that the owner may not know, whatever the order and whichever sign-up is refused.
 */
import { describe, expect, test } from 'vitest';
import { type TestServer, useTestServer } from '../support/test-server.ts';
import { administer } from './admin/operator.ts';
import { forgetMails, fragment, newAddress, newClient, openLink, send } from './auth-client.ts';

const server = useTestServer({ auth: { emailConfirmation: true } });

const OWNERS = 'the owner’s password';
const STRANGERS = 'the stranger’s password';

async function signUp(at: TestServer, email: string, password: string): Promise<string | undefined> {
  const { error } = await newClient(at).auth.signUp({ email, password });
  return error?.code;
}

async function mayEnter(at: TestServer, email: string): Promise<string[]> {
  const entered = await Promise.all(
    [OWNERS, STRANGERS].map(async (password) => {
      const { error } = await newClient(at).auth.signInWithPassword({ email, password });
      return error ? [] : [password];
    }),
  );
  return entered.flat();
}

const LIMIT = 'over_email_send_rate_limit';

describe('after the owner’s click on the first mail', () => {
  test.each([
    ['the stranger’s, then the owner’s', [STRANGERS, OWNERS], []],
    ['the owner’s, then the stranger’s', [OWNERS, STRANGERS], []],
    ['the stranger’s, the owner’s, the stranger’s again', [STRANGERS, OWNERS, STRANGERS], []],
    ['the owner’s, the stranger’s, the owner’s again', [OWNERS, STRANGERS, OWNERS], []],
    ['the owner’s twice', [OWNERS, OWNERS], [OWNERS]],
  ])('%s, with the mail limit in between', async (_name, passwords, expected) => {
    const email = newAddress();
    const codes: (string | undefined)[] = [];
    for (const password of passwords) codes.push(await signUp(server(), email, password));
    expect(codes).toEqual([undefined, ...passwords.slice(1).map(() => LIMIT)]);
    const target = await openLink(server(), await server().mailTo(email));
    expect(fragment(target).access_token).toBeTruthy();
    expect(await mayEnter(server(), email)).toEqual(expected);
  });

  test('a refusal after two mails drops nothing more, and the last link works', async () => {
    const email = newAddress();
    await signUp(server(), email, OWNERS);
    await forgetMails(server());
    expect(await signUp(server(), email, OWNERS)).toBeUndefined();
    expect(await signUp(server(), email, STRANGERS)).toBe(LIMIT);
    const [latest] = await server().mailsTo(email);
    if (!latest) throw new Error('A mail is missing.');
    expect(fragment(await openLink(server(), latest)).access_token).toBeTruthy();
    expect(await mayEnter(server(), email)).toEqual([]);
  });

  test('an operator’s unconfirmed account keeps no password that another sign-up contests', async () => {
    const email = newAddress();
    const body = { email, password: OWNERS };
    expect((await administer(server(), '/admin/users', { body })).status).toBe(200);
    await send(server(), '/resend', { body: { type: 'signup', email } });
    expect(await signUp(server(), email, STRANGERS)).toBe(LIMIT);
    await openLink(server(), await server().mailTo(email));
    expect(await mayEnter(server(), email)).toEqual([]);
  });
});

test('a refused sign-up changes nothing about a confirmed account', async () => {
  const email = newAddress();
  await signUp(server(), email, OWNERS);
  await openLink(server(), await server().mailTo(email));
  expect(await signUp(server(), email, STRANGERS)).toBe(LIMIT);
  expect(await mayEnter(server(), email)).toEqual([OWNERS]);
});
