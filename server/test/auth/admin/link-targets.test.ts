/**
 * Every kind of mailed link leads to its redirect address, without one to the site, where the app hands it on
 * (web/src/features/auth/state/link-arrival.test.ts), and never to a site that is not allowed. Either way, its
 * tokens or its code sign in.
 */
// The same on every database: its subject is addresses.
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { forgetMails, linkIn, newAddress, newClient, openLink, PASSWORD, send } from '../auth-client.ts';
import { administer, operatorOf } from './operator.ts';

const server = useTestServer({
  auth: { emailConfirmation: true, redirectUrls: ['https://app.example.org/**'] },
});

interface Asked {
  /** Empty for none. */
  readonly redirectTo: string;
  /** For a code instead of tokens; undefined for tokens. */
  readonly verifier: string | undefined;
}

type MakeLink = (asked: Asked) => Promise<URL>;

const query = ({ redirectTo }: Asked) =>
  redirectTo === '' ? '' : `?redirect_to=${encodeURIComponent(redirectTo)}`;

const challenge = ({ verifier }: Asked) =>
  verifier === undefined ? {} : { code_challenge: verifier, code_challenge_method: 'plain' };

async function confirmed(): Promise<string> {
  const email = newAddress();
  const { error } = await operatorOf(server()).auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
  });
  if (error) throw error;
  return email;
}

async function generated(type: string, asked: Asked): Promise<URL> {
  const email = type === 'invite' || type === 'signup' ? newAddress() : await confirmed();
  const body = { type, email, password: PASSWORD, new_email: newAddress() };
  const response = await administer(server(), `/admin/generate_link${query(asked)}`, { body });
  expect(response.status).toBe(200);
  return new URL(((await response.json()) as { action_link: string }).action_link);
}

async function mailed(path: string, to: string, asked: Asked, body: object = {}): Promise<URL> {
  const ask = path === '/invite' ? administer : send;
  const response = await ask(server(), `${path}${query(asked)}`, {
    body: { email: to, ...challenge(asked), ...body },
  });
  expect(response.status).toBe(200);
  return linkIn(await server().mailTo(to));
}

async function changedAddress(asked: Asked): Promise<URL> {
  const { auth } = newClient(server());
  const { data } = await auth.signInWithPassword({ email: await confirmed(), password: PASSWORD });
  const email = newAddress();
  const response = await send(server(), `/user${query(asked)}`, {
    method: 'PUT',
    bearer: data.session?.access_token ?? '',
    body: { email, current_password: PASSWORD, ...challenge(asked) },
  });
  expect(response.status).toBe(200);
  return linkIn(await server().mailTo(email));
}

async function resent(asked: Asked): Promise<URL> {
  const email = newAddress();
  await newClient(server()).auth.signUp({ email, password: PASSWORD });
  await forgetMails(server());
  return mailed('/resend', email, asked, { type: 'signup' });
}

const BY_OPERATOR: [string, MakeLink][] = [
  ['an invitation that is mailed', (asked) => mailed('/invite', newAddress(), asked)],
  ...['invite', 'signup', 'magiclink', 'recovery', 'email_change_new'].map((type): [string, MakeLink] => [
    `a generated link of the type ${type}`,
    (asked) => generated(type, asked),
  ]),
];
const BY_PERSON: [string, MakeLink][] = [
  ['a sign-up', (asked) => mailed('/signup', newAddress(), asked, { password: PASSWORD })],
  ['a sign-up that is mailed again', resent],
  ['a link to sign in', async (asked) => mailed('/otp', await confirmed(), asked)],
  ['a link to sign in for a new account', (asked) => mailed('/otp', newAddress(), asked)],
  ['a recovery', async (asked) => mailed('/recover', await confirmed(), asked)],
  ['a change of address', changedAddress],
];

const TARGETS = [
  ['nowhere', () => '', () => `${server().config.siteUrl}/`],
  [
    'the screen',
    () => `${server().config.siteUrl}/auth/confirm`,
    () => `${server().config.siteUrl}/auth/confirm`,
  ],
  [
    'a page',
    () => `${server().config.siteUrl}/dashboard/pages/1?a=b`,
    () => `${server().config.siteUrl}/dashboard/pages/1?a=b`,
  ],
  ['an allowed site', () => 'https://app.example.org/in', () => 'https://app.example.org/in'],
  ['a strange site', () => 'https://evil.example/', () => `${server().config.siteUrl}/`],
] as const;

const follow = (link: URL) => openLink(server(), link);

/** Removes the tokens and the code from an address. */
function withoutProof(target: URL): string {
  const bare = new URL(target);
  bare.hash = '';
  bare.searchParams.delete('code');
  return bare.href;
}

async function expectSignedIn(bearer: string | undefined): Promise<void> {
  expect((await send(server(), '/user', { bearer: bearer ?? '' })).status).toBe(200);
}

describe.each([...BY_OPERATOR, ...BY_PERSON])('%s', (_name, make) => {
  test.each(TARGETS)('that is to lead to %s', async (_target, redirectTo, expected) => {
    const target = await follow(await make({ redirectTo: redirectTo(), verifier: undefined }));
    expect(withoutProof(target)).toBe(expected());
    const tokens = new URLSearchParams(target.hash.slice(1));
    expect(tokens.get('type')).toMatch(/^(invite|signup|magiclink|recovery|email_change)$/);
    await expectSignedIn(tokens.get('access_token') ?? undefined);
  });
});

describe.each(BY_PERSON)('%s with a code to exchange', (_name, make) => {
  test.each(TARGETS)('that is to lead to %s', async (_target, redirectTo, expected) => {
    const verifier = randomBytes(32).toString('hex');
    const target = await follow(await make({ redirectTo: redirectTo(), verifier }));
    expect(withoutProof(target)).toBe(expected());
    expect(target.hash).toBe('');
    const body = { auth_code: target.searchParams.get('code'), code_verifier: verifier };
    const answer = await send(server(), '/token?grant_type=pkce', { body });
    expect(answer.status).toBe(200);
    await expectSignedIn(((await answer.json()) as { access_token: string }).access_token);
  });
});
