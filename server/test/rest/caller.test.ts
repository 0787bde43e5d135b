import { expect, test } from 'vitest';
import { signToken, useLibrary } from './library.ts';

const { server, library } = useLibrary();

async function refusal(headers: Record<string, string>, path = '/books?limit=0') {
  const response = await fetch(`${server().url}/rest/v1${path}`, { headers });
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: await response.json(),
  };
}

const withToken = async (token: string) =>
  refusal({ apikey: server().secrets.publishableKey, authorization: `Bearer ${token}` });

test('asks for an API key', async () => {
  expect(await refusal({})).toMatchObject({
    status: 401,
    body: {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    },
  });
  expect(await refusal({ apikey: 'wrong' })).toMatchObject({
    status: 401,
    body: { message: 'Invalid API key' },
  });
});

test('takes a token without a role for an anonymous caller, and refuses one that is empty', async () => {
  const { publishableKey: apikey } = server().secrets;
  const authorization = `Bearer ${await signToken(server(), { role: undefined })}`;
  const response = await fetch(`${server().url}/rest/v1/books?select=id&id=eq.1`, {
    headers: { apikey, authorization },
  });
  expect(await response.json()).toEqual([{ id: 1 }]);
  const message = 'Empty JWT is sent in Authorization header';
  expect(await withToken('')).toEqual({
    status: 401,
    challenge: `Bearer error="invalid_token", error_description="${message}"`,
    body: { code: 'PGRST301', message, hint: null, details: null },
  });
});

test('takes the API key from the query string', async () => {
  const key = server().secrets.publishableKey;
  const response = await fetch(`${server().url}/rest/v1/books?select=id&id=eq.1&apikey=${key}`);
  expect(await response.json()).toEqual([{ id: 1 }]);
});

test('refuses tokens that are expired, early, forged or nonsense', async () => {
  const now = Math.floor(Date.now() / 1000);
  expect(await withToken(await signToken(server(), { exp: now - 60 }))).toEqual({
    status: 401,
    challenge: 'Bearer error="invalid_token", error_description="JWT expired"',
    body: { code: 'PGRST303', details: null, hint: null, message: 'JWT expired' },
  });
  expect(await withToken(await signToken(server(), { nbf: now + 600 }))).toMatchObject({
    status: 401,
    body: { code: 'PGRST303', message: 'JWT not yet valid' },
  });
  const [header, payload] = library().alice.token.split('.');
  const [, , signature] = library().bob.token.split('.');
  expect(await withToken(`${header}.${payload}.${signature}`)).toMatchObject({
    status: 401,
    body: { code: 'PGRST301', message: 'No suitable key or wrong key type' },
  });
  expect(await withToken('nonsense')).toMatchObject({
    status: 401,
    body: { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 1' },
  });
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  expect(await withToken(`${none}.${payload}.`)).toMatchObject({ status: 401 });
});

test('refuses roles that the API does not know', async () => {
  expect(await withToken(await signToken(server(), { role: 'postgres' }))).toMatchObject({
    status: 401,
    body: { code: '22023', message: 'role "postgres" does not exist' },
  });
});

test('tells a caller without an account to sign in, and one with an account that they may not', async () => {
  expect(await refusal({ apikey: server().secrets.publishableKey }, '/secrets')).toMatchObject({
    status: 401,
    challenge: 'Bearer',
    body: { code: '42501' },
  });
  const signedIn = await library().askAs(library().alice, '/secrets');
  expect([signedIn.status, signedIn.headers.get('www-authenticate')]).toEqual([403, null]);
  expect((await library().service.from('secrets').select()).error).toBeNull();
});

test('describes itself to the secret key only', async () => {
  const anonymous = await library().ask('/');
  expect([anonymous.status, await anonymous.json()]).toMatchObject([403, { code: 'PGRST126' }]);
  expect((await library().askAs(library().alice, '/')).status).toBe(403);
  const response = await fetch(`${server().url}/rest/v1/`, {
    headers: { apikey: server().secrets.secretKey },
  });
  expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
  const document = (await response.json()) as { paths: object; definitions: Record<string, object> };
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/', '/books', '/rpc/add']));
  expect(document.definitions.books).toMatchObject({ properties: { title: { format: 'text' } } });
});

test.each([
  ['GET', '/books/1', 404, 'PGRST125'],
  ['GET', '/books/', 404, 'PGRST125'],
  ['GET', '/rpc/add/1', 404, 'PGRST125'],
  ['GET', '/%ff', 404, 'PGRST125'],
  ['GET', '/nothing', 404, 'PGRST205'],
  ['GET', '/pg_class', 404, 'PGRST205'],
  ['GET', '/auth.users', 404, 'PGRST205'],
  ['GET', '/users', 404, 'PGRST205'],
  ['POST', '/', 405, 'PGRST117'],
  ['GET', '/books?select=nothing', 400, '42703'],
  ['GET', '/books?nothing=eq.1', 400, '42703'],
  ['GET', '/books?order=nothing', 400, '42703'],
  ['GET', '/books?select=id::nothing', 400, '42704'],
  ['GET', '/books?select=title::regclass', 400, '42704'],
  ['GET', '/books?select=id.sum()', 400, 'PGRST123'],
  ['GET', '/books?select=count()', 400, 'PGRST123'],
  ['GET', '/books?select=id)', 400, 'PGRST100'],
  ['GET', '/books?id=1', 400, 'PGRST100'],
  ['GET', '/books?id=is.maybe', 400, 'PGRST100'],
  ['GET', '/books?id=in.1', 400, 'PGRST100'],
  ['GET', '/books?or=(id.eq.1', 400, 'PGRST100'],
  ['GET', '/books?title=eq.%00', 400, 'PGRST100'],
  ['GET', '/books?select=%00:id', 400, 'PGRST100'],
  ['GET', `/books?or=${'(or'.repeat(500)}`, 400, 'PGRST100'],
  ['GET', '/books?limit=-1', 416, 'PGRST103'],
  ['GET', '/books?id=eq.x', 400, '22P02'],
  ['GET', '/books?title=adj.x', 404, '42883'],
  ['GET', '/books?title=match.(', 400, '2201B'],
])('refuses %s %s', async (method, path, status, code) => {
  const response = await library().ask(path, { method });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
});

test('says where a filter stopped making sense', async () => {
  expect(await (await library().ask('/books?id=noop.1')).json()).toEqual({
    code: 'PGRST100',
    details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
    hint: null,
    message: '"failed to parse filter (noop.1)" (line 1, column 1)',
  });
});

test('suggests the table with the nearest name', async () => {
  expect(await (await library().ask('/book')).json()).toEqual({
    code: 'PGRST205',
    details: null,
    hint: "Perhaps you meant the table 'public.books'",
    message: "Could not find the table 'public.book' in the schema cache",
  });
});

test('explains statements only when told to', async () => {
  const accept = 'application/vnd.pgrst.plan+json';
  const response = await library().ask('/books', { headers: { accept } });
  expect([response.status, (await response.json()).code]).toEqual([406, 'PGRST107']);
});

test('exposes the schema public only', async () => {
  const read = await library().ask('/users', { headers: { 'accept-profile': 'auth' } });
  expect([read.status, await read.json()]).toEqual([
    406,
    {
      code: 'PGRST106',
      details: null,
      hint: 'Only the following schemas are exposed: public',
      message: 'Invalid schema: auth',
    },
  ]);
  const write = await library().ask('/users', {
    method: 'POST',
    headers: { 'content-profile': 'auth', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(write.status).toBe(406);
  const named = await library().ask('/books?limit=0', { headers: { 'accept-profile': 'public' } });
  expect(named.headers.get('content-profile')).toBe('public');
});

test('refuses unknown media types, and unknown preferences when told to', async () => {
  const accept = await library().ask('/books', { headers: { accept: 'application/xml' } });
  expect([accept.status, await accept.json()]).toMatchObject([
    406,
    { code: 'PGRST107', message: 'None of these media types are available: application/xml' },
  ]);
  const strict = await library().ask('/books', { headers: { prefer: 'handling=strict, wishes=many' } });
  expect([strict.status, await strict.json()]).toMatchObject([
    400,
    { code: 'PGRST122', details: 'Invalid preferences: wishes=many' },
  ]);
  expect((await library().ask('/books', { headers: { prefer: 'wishes=many' } })).status).toBe(200);
});
