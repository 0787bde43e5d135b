/** The line of each request: who asked, from where, and nothing that is secret. */
import { expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer({ trustProxy: true });

function lastRequest() {
  return server().observations.findLast(({ kind }) => kind === 'request');
}

test('names the client by the word of the proxy, and the account of who is signed in', async () => {
  const { url, secrets } = server();
  const common = { apikey: secrets.publishableKey, 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
  const signUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { ...common, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse 1' }),
  });
  const { access_token, user } = await signUp.json();
  expect(lastRequest()).toMatchObject({ path: '/auth/v1/signup', client: '203.0.113.9' });
  for (const path of ['/rest/v1/pages?select=id&name=eq.secret', '/auth/v1/user']) {
    await fetch(`${url}${path}`, { headers: { ...common, authorization: `Bearer ${access_token}` } });
    const line = lastRequest();
    expect(line).toMatchObject({ path: path.split('?')[0], client: '203.0.113.9', account: user.id });
    expect(JSON.stringify(line)).not.toMatch(/secret|ada@example/);
  }
  await fetch(`${url}/rest/v1/pages`, { headers: { ...common, authorization: 'Bearer a.forged.token' } });
  expect(lastRequest()).not.toHaveProperty('account');
});

test('the id that a failed answer has is with its line and its cause', async () => {
  const { url, secrets, database, observations } = server();
  const call = (path: string, method: string, body: unknown, token?: string) =>
    fetch(`${url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: secrets.publishableKey,
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const account = { email: 'grace@example.com', password: 'correct horse 1' };
  const { user } = await (await call('signup', 'POST', account)).json();
  await database.asOwner((transaction) =>
    transaction.query({
      text: `update auth.users set encrypted_password = '$argon2id$damaged' where id = $1`,
      values: [user.id],
    }),
  );
  const seen = observations.length;
  const answer = await call('token?grant_type=password', 'POST', account);
  expect(answer.status).toBe(500);
  const requestId = answer.headers.get('x-request-id');
  const named = observations
    .slice(seen)
    .filter((observation) => 'requestId' in observation && observation.requestId === requestId);
  expect(named).toMatchObject([
    { kind: 'request-failed', error: expect.anything() },
    { kind: 'request', path: '/auth/v1/token', status: 500 },
  ]);
});
