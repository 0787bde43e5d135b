/** The limits as a client meets them: which requests they count, and what the answer says. */
import { describe, expect, test } from 'vitest';
import { startTestServer, useTestServer } from '../../support/test-server.ts';
import { newAddress, newClient, PASSWORD, send, signUp } from '../auth-client.ts';

const server = useTestServer({ auth: { rateLimits: true }, trustProxy: true });

let hosts = 0;
/** An address that no other test uses, as the proxy in front names it. */
function newHost(): Record<string, string> {
  hosts++;
  return { 'x-forwarded-for': `198.51.100.${hosts}` };
}

/** Sends the request until it is refused, at most so often; how often it was not. */
async function countUntilRefused(most: number, request: () => Promise<Response>): Promise<number> {
  for (let count = 0; count < most; count++) {
    const response = await request();
    if (response.status !== 429) continue;
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: 429, error_code: 'over_request_rate_limit' });
    return count;
  }
  return most;
}

const grant = (grantType: string, body: object, headers: Record<string, string>) =>
  send(server(), `/token?grant_type=${grantType}`, { body, headers });

describe('a client at one address', () => {
  test('may sign in wrongly some thirty times, over all accounts', async () => {
    const headers = newHost();
    const wrong = () => grant('password', { email: newAddress(), password: 'wrong' }, headers);
    const count = await countUntilRefused(40, wrong);
    expect(count).toBeGreaterThanOrEqual(30);
    expect(count).toBeLessThan(40);
    expect((await grant('password', { email: newAddress(), password: 'wrong' }, newHost())).status).toBe(400);
  });

  test('may guess some thirty links, and is told in the redirect then', async () => {
    const headers = newHost();
    const guess = () => send(server(), '/verify?type=signup&token=nonsense', { headers });
    for (let count = 0; count < 35; count++) await guess();
    const location = (await guess()).headers.get('location') ?? '';
    expect(location).toContain('error_code=over_request_rate_limit');
  });

  test('may make some twenty accounts', async () => {
    const headers = newHost();
    const make = () =>
      send(server(), '/signup', { body: { email: newAddress(), password: PASSWORD }, headers });
    const count = await countUntilRefused(30, make);
    expect(count).toBeGreaterThanOrEqual(20);
    expect(count).toBeLessThan(30);
  });

  test('may refresh far more often', async () => {
    const headers = newHost();
    const refresh = () => grant('refresh_token', { refresh_token: 'a'.repeat(43) }, headers);
    expect(await countUntilRefused(100, refresh)).toBe(100);
  });

  test('is known by the proxy’s header, not by its own', async () => {
    const proxy = newHost()['x-forwarded-for'];
    let turn = 0;
    const wrong = () => {
      turn++;
      const headers = { 'x-forwarded-for': `203.0.113.${turn}, ${proxy}` };
      return grant('password', { email: newAddress(), password: 'wrong' }, headers);
    };
    expect(await countUntilRefused(40, wrong)).toBeLessThan(40);
  });
});

describe('an account', () => {
  test('may be tried some ten times from one address; then even the right password waits, only there', async () => {
    const { email } = await signUp(server());
    const guesser = newHost();
    const attempt = (password: string, host: Record<string, string>) =>
      grant('password', { email, password }, host);
    const count = await countUntilRefused(20, () => attempt('wrong', guesser));
    expect(count).toBeGreaterThanOrEqual(10);
    expect(count).toBeLessThan(20);
    expect((await attempt(PASSWORD, guesser)).status).toBe(429);
    expect((await attempt(PASSWORD, newHost())).status).toBe(200);
  });

  test('may sign in as often as its holder likes, and be told so often that it is banned', async () => {
    const { email, userId } = await signUp(server());
    const host = newHost();
    const signIn = () => grant('password', { email, password: PASSWORD }, host);
    expect(await countUntilRefused(30, signIn)).toBe(30);
    await server().database.asOwner((transaction) =>
      transaction.query({
        text: `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
        values: [userId],
      }),
    );
    expect(await countUntilRefused(20, signIn)).toBe(20);
    expect((await signIn()).status).toBe(400);
  });

  test('that does not exist is limited like a real one', async () => {
    const email = newAddress();
    const headers = newHost();
    const count = await countUntilRefused(20, () => grant('password', { email, password: 'wrong' }, headers));
    expect(count).toBeGreaterThanOrEqual(10);
    expect(count).toBeLessThan(20);
  });

  test('has its codes guessed some ten times from one address, a hundred from all, over all mails', async () => {
    const { email } = await signUp(server());
    const guess = (headers: Record<string, string>) =>
      send(server(), '/verify', { body: { email, token: '000000', type: 'email' }, headers });
    const guesser = newHost();
    expect(await countUntilRefused(20, () => guess(guesser))).toBeLessThan(20);
    const count = await countUntilRefused(120, () => guess(newHost()));
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThan(120);
  });

  test('may change its password some ten times', async () => {
    const { client } = await signUp(server());
    let turn = 0;
    let refused: string | undefined;
    let current_password = PASSWORD;
    while (turn < 15 && refused === undefined) {
      const password = `password ${turn++}`;
      refused = (await client.auth.updateUser({ current_password, password })).error?.code;
      current_password = password;
    }
    expect(refused).toBe('over_request_rate_limit');
    expect(turn).toBeGreaterThan(9);
  });
});

test('mails to one address come once a minute, six in a row and then ten an hour, in several kinds', async () => {
  const email = newAddress();
  const recover = () => send(server(), '/recover', { body: { email }, headers: newHost() });
  const passMinute = () =>
    server().database.asOwner((transaction) =>
      transaction.query({ text: `update auth.rate_limits set full_at = full_at - interval '60 seconds'` }),
    );
  const statuses: number[] = [];
  for (let turn = 0; turn < 9; turn++) {
    statuses.push((await recover()).status);
    await passMinute();
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(9);
  const refused = await recover();
  expect(await refused.json()).toMatchObject({ error_code: 'over_email_send_rate_limit' });
  expect((await send(server(), '/otp', { body: { email }, headers: newHost() })).status).toBe(200);
});

test('AUTH_RATE_LIMITS=off leaves the limits per account', async () => {
  await using lenient = await startTestServer({ auth: { rateLimits: false } });
  const attempt = (email: string) =>
    newClient(lenient).auth.verifyOtp({ email, token: '000000', type: 'email' });
  const email = newAddress();
  const codes: (string | undefined)[] = [];
  for (let turn = 0; turn < 105; turn++) codes.push((await attempt(email)).error?.code);
  expect(codes.slice(0, 50)).not.toContain('over_request_rate_limit');
  expect(codes).toContain('over_request_rate_limit');
  expect((await attempt(newAddress())).error?.code).toBe('otp_expired');
});

test('an unknown proxy is noticed once', async () => {
  await using unaware = await startTestServer();
  const noticed = () => unaware.observations.filter(({ kind }) => kind === 'proxy-not-trusted').length;
  await send(unaware, '/settings');
  expect(noticed()).toBe(0);
  for (const _turn of [1, 2]) await send(unaware, '/settings', { headers: newHost() });
  expect(noticed()).toBe(1);
});
