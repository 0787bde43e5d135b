/** The host of functions, with functions that behave in every way a function can. */
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { generateSecrets } from '../../src/config/secrets.ts';
import { createRequestBodies } from '../../src/http/bodies/request-bodies.ts';
import { type AccessTokens, createAccessTokens } from '../../src/http/caller/access-token.ts';
import { createCallerResolver } from '../../src/http/caller/caller.ts';
import type { HttpEnvironment } from '../../src/http/http-environment.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { findFunctions } from '../../src/protocols/functions/find-functions.ts';
import { functionEnvironment } from '../../src/protocols/functions/function-environment.ts';
import { createFunctionsHost, type FunctionsHost } from '../../src/protocols/functions/functions-host.ts';
import { createFunctionsProtocol, functionAt } from '../../src/protocols/functions/functions-protocol.ts';

const EXAMPLES = fileURLToPath(new URL('./examples', import.meta.url));
const LIVE = '11111111-1111-4111-8111-111111111111';

const observations: Observation[] = [];
let host: FunctionsHost;
let patientHost: FunctionsHost;
let roomyHost: FunctionsHost;
let tokens: AccessTokens;
let http: ReturnType<typeof serve>;
let url: string;
let publishableKey: string;

beforeAll(async () => {
  const secrets = await generateSecrets();
  publishableKey = secrets.publishableKey;
  const port = await freePort();
  tokens = await createAccessTokens(secrets.jwtKeys);
  const environment = functionEnvironment(
    {
      host: '127.0.0.1',
      port,
      siteUrl: 'https://docs.example.com',
      mail: { smtpUrl: undefined, smtpCa: undefined, from: 'Docs <docs@example.com>' },
      notion: { apiUrl: 'https://notion.example', clientId: 'app' },
    },
    { ...secrets, notionClientSecret: 'app-secret' },
  );
  const hostWith = async (limits: { computeMs: number; heldUpMs: number; memoryMb?: number }) =>
    createFunctionsHost(
      await findFunctions(EXAMPLES),
      environment,
      (observation) => observations.push(observation),
      { answerMs: 5000, memoryMb: 64, ...limits },
    );
  // On a busy machine a process may be held up without computing.
  host = await hostWith({ computeMs: 1000, heldUpMs: 60_000 });
  patientHost = await hostWith({ computeMs: 60_000, heldUpMs: 250 });
  // A body of ten megabytes takes half a second of a processor, and more of a busy one.
  roomyHost = await hostWith({ computeMs: 60_000, heldUpMs: 60_000, memoryMb: 256 });
  const liveSessions = {
    find: async (id: string) => (id === LIVE ? { aal: 'aal1' } : undefined),
    forget: () => undefined,
    onChange: () => undefined,
  };
  const resolveCaller = createCallerResolver(secrets, tokens, liveSessions);
  const bodies = createRequestBodies();
  const services = { functions: host, tokens, liveSessions, resolveCaller, bodies, trustProxy: false };
  const app = new Hono<HttpEnvironment>();
  app.route('/functions/v1', createFunctionsProtocol(services));
  app.route('/roomy/v1', createFunctionsProtocol({ ...services, functions: roomyHost }));
  app.get('/e/*', functionAt(services, 'echo', '/e'));
  http = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  url = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  http.close();
  host.stop();
  patientHost.stop();
  roomyHost.stop();
});

function ask(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${url}/functions/v1/${path}`, init);
}

const claims = {
  sub: LIVE,
  aud: 'authenticated',
  role: 'authenticated',
  exp: Math.floor(Date.now() / 1000) + 60,
};

async function withToken(session?: string, exp = claims.exp): Promise<{ headers: Record<string, string> }> {
  const token = await tokens.sign({ ...claims, exp, ...(session && { session_id: session }) });
  return { headers: { authorization: `Bearer ${token}` } };
}

async function expectProblem(answer: Response, status: number, code: string): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('sb-error-code')).toBe(code);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const body = await answer.json();
  expect(body).toEqual({ code, message: expect.any(String) });
}

describe('a function', () => {
  test('sees the request as on Supabase, and its answer arrives unchanged', async () => {
    const answer = await ask('echo/one/two?three=4', {
      method: 'POST',
      headers: { 'x-asked': 'yes', 'x-forwarded-for': '192.0.2.1' },
      body: 'Grüße',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-answer')).toBe('yes');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://one.example');
    const seen = await answer.json();
    expect(seen).toMatchObject({ method: 'POST', path: '/echo/one/two?three=4', body: 'Grüße' });
    expect(seen.headers).toMatchObject({ 'x-asked': 'yes', 'x-forwarded-for': '127.0.0.1' });
    expect(seen.headers.host).toBe(new URL(url).host);
  });

  test.each(['DELETE', 'OPTIONS', 'PATCH'])(
    'gets a request sent with %s as a body, not as a request',
    async (method) => {
      const body = 'GET /echo/smuggled HTTP/1.1\r\nhost: inside\r\n\r\n';
      const answer = await ask('echo/outer', { method, body });
      expect(answer.status).toBe(201);
      expect(await answer.json()).toMatchObject({ method, path: '/echo/outer', body });
    },
  );

  test('finds Supabase’s variables in its environment, and none of this process', async () => {
    process.env.DATABASE_URL_OF_THE_SERVER = 'postgres://secret';
    const { environment } = await (await ask('echo')).json();
    expect(Object.keys(environment).sort()).toEqual([
      'ENCRYPTION_KEY',
      'MAIL_QUEUE_REACHES',
      'MAIL_QUEUE_URL',
      'NOTION_API_URL',
      'NOTION_CLIENT_ID',
      'NOTION_CLIENT_SECRET',
      'SITE_URL',
      'SUPABASE_ANON_KEY',
      'SUPABASE_PUBLISHABLE_KEYS',
      'SUPABASE_SECRET_KEYS',
      'SUPABASE_SERVICE_ROLE_KEY',
      'SUPABASE_URL',
    ]);
    expect(environment.SUPABASE_URL).toBe(url);
    expect(environment.SITE_URL).toBe('https://docs.example.com');
    expect(environment.MAIL_QUEUE_URL).toBe(`${url}/mail/v1/messages`);
    expect(environment.MAIL_QUEUE_REACHES).toBe('outbox');
    expect(environment.NOTION_API_URL).toBe('https://notion.example');
  });

  test('may have an address of its own', async () => {
    expect(await (await fetch(`${url}/e/one?two=3`)).json()).toMatchObject({ path: '/echo/one?two=3' });
    expect((await fetch(`${url}/e/one`, { method: 'HEAD' })).status).toBe(201);
  });

  test('streams its answer', async () => {
    const answer = await ask('streams');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('first\n');
    expect((await ask('streams/next')).status).toBe(200);
    expect((await reader?.read())?.value).toBe('second\n');
    expect((await reader?.read())?.done).toBe(true);
  });

  test('answers requests in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`echo/${at}`)));
    const paths = await Promise.all(answers.map(async (answer) => (await answer.json()).path));
    expect(paths).toEqual(Array.from({ length: 20 }, (_, at) => `/echo/${at}`));
  });

  test('writes to the log', async () => {
    await expect
      .poll(() => observations)
      .toContainEqual({ kind: 'function-wrote', name: 'echo', line: 'asked for /echo' });
  });
});

test('while a function computes, others are answered by a second process of it', async () => {
  const settings = patientHost.find('spins');
  if (!settings) throw new Error('There is no such example.');
  const askPatiently = (query: string, signal: AbortSignal) =>
    patientHost.ask(
      settings,
      { method: 'GET', url: new URL(`http://host/spins${query}`), headers: [], body: null, signal },
      'test',
    );
  const left = new AbortController();
  const spinning = askPatiently('?spin', left.signal).catch(() => 'left');
  // The first ones may come before it is known.
  await expect
    .poll(async () => (await askPatiently('', AbortSignal.timeout(500)).catch(() => undefined))?.text(), {
      timeout: 20_000,
    })
    .toBe('awake');
  left.abort();
  expect(await spinning).toBe('left');
});

describe('an idle function', () => {
  // The clock of the host alone: functions have processes of their own.
  afterEach(() => vi.useRealTimers());

  const processOf = async (name: string): Promise<number> => {
    const settings = host.find('echo');
    if (!settings) throw new Error('There is no such example.');
    const request = { method: 'GET', url: new URL(`http://host/echo/${name}`), headers: [], body: null };
    const answer = await host.ask(settings, { ...request, signal: new AbortController().signal }, name);
    return (await answer.json()).process;
  };
  const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

  test('is ended five minutes after the last request, however many came at once before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [first, second] = await Promise.all([processOf('one'), processOf('two')]);
    expect(second).toBe(first);
    minutes(4);
    expect(await processOf('three')).toBe(first);
    minutes(4);
    expect(await processOf('four')).toBe(first);
    minutes(6);
    expect(await processOf('five')).not.toBe(first);
  });
});

describe('a function that fails', () => {
  test('by throwing is a 500 that tells nothing, and the log everything', async () => {
    await expectProblem(await ask('throws'), 500, 'WORKER_ERROR');
    const failure = observations.findLast((one) => one.kind === 'function-failed');
    expect(failure).toMatchObject({
      name: 'throws',
      error: { message: expect.stringContaining('the password is hunter2') },
    });
  });

  test('by answering with something else than a Response is a 500', async () => {
    await expectProblem(await ask('throws', { method: 'DELETE' }), 500, 'WORKER_ERROR');
  });

  test('outside a request takes no other function down, and starts anew', async () => {
    await expectProblem(await ask('dies'), 500, 'WORKER_ERROR');
    await expectProblem(await ask('dies'), 500, 'WORKER_ERROR');
    expect((await ask('echo')).status).toBe(201);
  });

  test('by computing without end is ended, and starts anew', async () => {
    const [spinning, other] = await Promise.all([ask('spins?spin'), ask('echo')]);
    await expectProblem(spinning, 546, 'WORKER_LIMIT');
    expect(other.status).toBe(201);
    expect(await (await ask('spins')).text()).toBe('awake');
  });

  test('by taking all memory is ended', async () => {
    await expectProblem(await ask('hungry'), 546, 'WORKER_LIMIT');
    expect((await ask('echo')).status).toBe(201);
  });

  test('by taking too long learns that, and its caller gets a 504', async () => {
    await expectProblem(await ask('slow'), 504, 'IDLE_TIMEOUT');
    expect(await (await ask('slow?gone')).json()).toEqual({ gone: 1 });
  });

  test('by having lost its caller learns that', async () => {
    await expect(ask('slow', { signal: AbortSignal.timeout(200) })).rejects.toThrow();
    await expect.poll(async () => (await (await ask('slow?gone')).json()).gone).toBe(2);
  });

  test.each(['broken', 'no-handler'])(
    '%s cannot be started, and the next request tries again',
    async (name) => {
      await expectProblem(await ask(name), 503, 'BOOT_ERROR');
      await expectProblem(await ask(name), 503, 'BOOT_ERROR');
    },
  );
});

describe('no function', () => {
  test.each(['nothing', 'off', '_shared', '..%2f..%2fsrc', '', 'echo%00'])(
    '%j is not there',
    async (name) => {
      await expectProblem(await ask(name), 404, 'NOT_FOUND');
    },
  );

  test('gets a body beyond the limit, which is lower without a session', async () => {
    const send = (bytes: number, headers?: HeadersInit) =>
      fetch(`${url}/roomy/v1/echo`, { method: 'POST', body: 'x'.repeat(bytes), ...(headers && { headers }) });
    const signedIn = { apikey: publishableKey, ...(await withToken(LIVE)).headers };
    expect((await send(1024 * 1024)).status).toBe(201);
    await expectProblem(await send(1024 * 1024 + 1), 413, 'PAYLOAD_TOO_LARGE');
    expect((await send(10 * 1024 * 1024, signedIn)).status).toBe(201);
    await expectProblem(await send(10 * 1024 * 1024 + 1, signedIn), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('a function for signed-in people', () => {
  test('answers requests with a token', async () => {
    expect(await (await ask('members', await withToken(LIVE))).text()).toBe('for members');
    expect((await ask('members', await withToken())).status).toBe(200);
  });

  test('answers no other requests', async () => {
    await expectProblem(await ask('members'), 401, 'UNAUTHORIZED_NO_AUTH_HEADER');
    const forged = { headers: { authorization: 'Bearer x.y.z' } };
    await expectProblem(await ask('members', forged), 401, 'UNAUTHORIZED_INVALID_JWT');
    await expectProblem(await ask('members', await withToken(LIVE, 1)), 401, 'UNAUTHORIZED_INVALID_JWT');
    const ended = await withToken('22222222-2222-4222-8222-222222222222');
    await expectProblem(await ask('members', ended), 401, 'UNAUTHORIZED_INVALID_JWT');
  });

  test('answers preflights itself', async () => {
    expect((await ask('members', { method: 'OPTIONS' })).status).toBe(200);
  });
});
