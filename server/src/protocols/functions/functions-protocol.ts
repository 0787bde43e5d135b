/**
 * Supabase's functions: /functions/v1/<name>/… is answered by supabase/functions/<name>/index.ts. A function
 * sees the path from its own name on, as on Supabase, and answers to browsers of other origins itself,
 * preflights included.
 */
import { type Context, Hono } from 'hono';
import { BodyError } from '../../http/bodies/request-bodies.ts';
import { bearerToken } from '../../http/caller/caller.ts';
import { clientAddress } from '../../http/caller/client-address.ts';
import { anybody, senderOf } from '../../http/caller/sender.ts';
import { clientGone } from '../../http/client-gone.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import { FunctionError, type FunctionProblem, respondProblem } from './errors.ts';
import type { FunctionSettings } from './find-functions.ts';
import type { HeaderList } from './function-process.ts';
import type { FunctionsHost } from './functions-host.ts';

const LARGEST_BODY_BYTES = 10 * 1024 * 1024;
// An anonymous caller may send less, but enough for a webhook.
const LARGEST_BODY_OF_ANYBODY_BYTES = 1024 * 1024;
// Hop-by-hop headers (RFC 9110 section 7.6.1), and those that the body itself tells.
const OF_ONE_HOP = new Set([
  'host',
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

export type FunctionServices = Pick<Services, 'tokens' | 'liveSessions' | 'resolveCaller' | 'bodies'> & {
  readonly functions: FunctionsHost;
  readonly trustProxy: boolean;
};

export function createFunctionsProtocol(services: FunctionServices): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.all('/:name/*', (context) => {
    const name = context.req.param('name');
    const { pathname } = new URL(context.req.url);
    // Works wherever the protocol is mounted.
    return callFunction(services, context, name, pathname.slice(pathname.indexOf(`/${name}`)));
  });
  app.all('*', () => respondProblem('NOT_FOUND'));
  return app;
}

/**
 * Serves a function at another address, as an operator's web host would.
 * @param base the path before the part that the function sees
 */
export function functionAt(services: FunctionServices, name: string, base: string) {
  return (context: Context<HttpEnvironment>): Promise<Response> =>
    callFunction(services, context, name, `/${name}${new URL(context.req.url).pathname.slice(base.length)}`);
}

async function callFunction(
  services: FunctionServices,
  context: Context<HttpEnvironment>,
  name: string,
  path: string,
): Promise<Response> {
  const settings = services.functions.find(name);
  if (!settings) return respondProblem('NOT_FOUND');
  const request = context.req.raw;
  const refused = await refusal(services, settings, request);
  if (refused) return respondProblem(refused);
  const url = new URL(request.url);
  url.pathname = path;
  try {
    const body = WITHOUT_BODY.has(request.method) ? null : await readBody(services, context);
    const answer = await services.functions.ask(
      settings,
      {
        method: request.method,
        url,
        headers: [
          ...forwardable(request.headers),
          ['x-forwarded-for', clientAddress(context, services.trustProxy)],
        ],
        body,
        signal: context.env?.outgoing ? clientGone(context.env.outgoing) : request.signal,
      },
      context.get('requestId'),
    );
    return new Response(answer.body, { status: answer.status, headers: answerHeaders(answer.headers) });
  } catch (error) {
    if (error instanceof FunctionError) return respondProblem(error.problem);
    if (error instanceof BodyError) return respondProblem(UNREAD[error.problem]);
    throw error;
  }
}

const UNREAD: Readonly<Record<BodyError['problem'], FunctionProblem>> = {
  'too-large': 'PAYLOAD_TOO_LARGE',
  'too-slow': 'REQUEST_TIMEOUT',
  'too-many': 'TOO_MANY_REQUESTS',
  'cut-short': 'REQUEST_TIMEOUT',
};

/**
 * Reads the whole body before the function gets any: its process has less memory, and does not count it.
 * @throws {BodyError}
 */
async function readBody(
  { bodies, resolveCaller, trustProxy }: FunctionServices,
  context: Context<HttpEnvironment>,
): Promise<Uint8Array> {
  const caller = await resolveCaller(context.req.raw).catch(() => undefined);
  const sender = caller ? senderOf(caller, context, trustProxy) : anybody(context, trustProxy);
  return bodies.read(context, sender, sender.isAnybody ? LARGEST_BODY_OF_ANYBODY_BYTES : LARGEST_BODY_BYTES);
}

/** A preflight carries no token: the function answers it, as on Supabase. */
async function refusal(
  { tokens, liveSessions }: FunctionServices,
  { verifyJwt }: FunctionSettings,
  request: Request,
): Promise<FunctionProblem | undefined> {
  if (!verifyJwt || request.method === 'OPTIONS') return undefined;
  if (!request.headers.has('authorization')) return 'UNAUTHORIZED_NO_AUTH_HEADER';
  const claims = await tokens.verify(bearerToken(request) ?? '').catch(() => undefined);
  if (!claims) return 'UNAUTHORIZED_INVALID_JWT';
  const { session_id: session } = claims;
  if (session === undefined) return undefined;
  return typeof session === 'string' && (await liveSessions.find(session))
    ? undefined
    : 'UNAUTHORIZED_INVALID_JWT';
}

/** The length as well: the body goes on as it came, and to HEAD there is none that could be measured. */
function answerHeaders(headers: Headers): [string, string][] {
  const length = headers.get('content-length');
  const told = forwardable(headers).map(([name, value]): [string, string] => [name, value]);
  return length === null ? told : [...told, ['content-length', length]];
}

/** This server sets the caller's address and the host, so the client's own headers for them are left out. */
function forwardable(headers: Headers): HeaderList {
  return [...headers].filter(([name]) => !OF_ONE_HOP.has(name) && name !== 'x-forwarded-for');
}
