/**
 * PostgREST's wire protocol, mounted at /rest/v1. The stages are in the folders beside this file, in the order of
 * answer(): each knows only what the one before it hands over. Besides schema-cache/, only execute/ sees a
 * connection. Every origin may call (CORS), since no cookie is trusted. A request that met a deadlock is tried once
 * more.
 */
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { type Admit, type Caller, CallerMustWaitError, RowRefusedError } from '../../database/database.ts';
import { isSqlError } from '../../database/sql-error.ts';
import { acceptedEncoding } from '../../http/accepted-encoding.ts';
import type { UnsentAnswer } from '../../http/bodies/unsent-answers.ts';
import { senderOf } from '../../http/caller/sender.ts';
import { clientGone } from '../../http/client-gone.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import { answerErrors, RestError, requestErrors } from './errors.ts';
import { execute, type Listener } from './execute/execute.ts';
import { createStatementNames } from './execute/statement-names.ts';
import { planRequest } from './plan/plan-request.ts';
import { buildQuery } from './query/build-query.ts';
import { readHttpRequest } from './request/http-request.ts';
import { parseRequest, type RestRequest } from './request/rest-request.ts';
import type { Answer } from './respond/answer.ts';
import { compress, type EncodedAnswer, isWorthCompressing } from './respond/compress.ts';
import { mayBeStale } from './respond/database-error.ts';
import { describeSchema } from './respond/openapi/describe-schema.ts';
import { respond } from './respond/respond.ts';
import { respondError } from './respond/respond-error.ts';
import { respondOptions } from './respond/respond-options.ts';
import { readDescriptions } from './schema-cache/descriptions.ts';
import { createSchemaCache } from './schema-cache/schema-cache.ts';

export function createRestProtocol(services: Services): Hono<HttpEnvironment> {
  const schemaCache = createSchemaCache(services.database, services.config.api.maxRows);
  const names = createStatementNames();
  const { trustProxy } = services.config;

  async function answer(request: RestRequest, caller: Caller, listener?: Listener): Promise<Answer> {
    const plan = planRequest(request, await schemaCache.get());
    if (plan.kind === 'options') return respondOptions(plan.methods);
    if (plan.kind === 'describe') {
      if (caller.role !== 'service_role') throw requestErrors.rootForbidden();
      const described = await readDescriptions(services.database, plan.schema.name);
      return describeSchema(plan.schema, described, services.config.siteUrl);
    }
    const query = buildQuery(plan, services.mostWrittenBytes);
    const result = await execute(services.database, names, caller, plan, query, listener);
    return respond(request, plan, result);
  }

  /**
   * Tries again after a deadlock, or when the schema cache may be out of date. The first try left nothing.
   */
  async function answerTwice(request: RestRequest, caller: Caller, listener?: Listener): Promise<Answer> {
    try {
      return await answer(request, caller, listener);
    } catch (error) {
      const mayTryAgain = isDeadlock(error) || (suspectsSchema(error) && (await schemaCache.refresh()));
      if (!mayTryAgain) throw error;
      return answer(request, caller, listener);
    }
  }

  const protocol = new Hono<HttpEnvironment>();
  protocol.use(whenFromBrowser(cors(CORS)));
  protocol.all('*', async (context) => {
    let caller: Caller | undefined;
    let given: Answer;
    const { outgoing } = context.env;
    const gone = outgoing && clientGone(outgoing);
    let unsent: UnsentAnswer | undefined;
    try {
      caller = await services.resolveCaller(context.req.raw);
      const sender = senderOf(caller, context, trustProxy);
      // An anonymous caller is known by its network.
      if (sender.isAnybody) caller = { ...caller, network: sender.name };
      const http = await readHttpRequest(context, services.bodies, sender);
      const request = parseRequest(http);
      unsent = outgoing && services.unsent.to(outgoing, sender);
      given = await answerTwice(request, caller, gone && unsent && { gone, admit: admitting(unsent) });
    } catch (error) {
      const refused = error instanceof RowRefusedError;
      given = respondError(refused ? error.cause : error, context.req.raw, caller);
      // The client disconnected or was refused; don't log.
      const expected = gone?.aborted || refused || error instanceof CallerMustWaitError;
      if (given.status >= 500 && !expected) {
        services.observe({ kind: 'request-failed', requestId: context.get('requestId'), error });
      }
    }
    const encoded = isWorthCompressing(given) ? await compress(given, acceptedEncoding(context)) : given;
    const problem = unsent?.count(lengthOf(encoded));
    return toResponse(problem ? respondError(REFUSALS[problem](), context.req.raw, caller) : encoded);
  });
  return protocol;
}

const REFUSALS = { 'too-large': answerErrors.tooLarge, 'too-many': answerErrors.tooMany };

function admitting(unsent: UnsentAnswer): Admit {
  return (bytes) => {
    const problem = unsent.count(bytes);
    return problem && new RowRefusedError(REFUSALS[problem](), problem === 'too-large');
  };
}

function lengthOf({ body }: EncodedAnswer): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
}

const LARGE_TEXT = 256 * 1024;
// A function may choose a status that has no body (Fetch standard, "null body status").
const BODILESS = new Set([204, 205, 304]);

function toResponse({ status, headers, cookies, body }: EncodedAnswer): Response {
  // As bytes: for a string, the connection first allocates three times its length.
  const sent = typeof body === 'string' && body.length > LARGE_TEXT ? Buffer.from(body) : body;
  const response = new Response(BODILESS.has(status) ? null : sent, { status, headers });
  for (const cookie of cookies ?? []) response.headers.append('set-cookie', cookie);
  return response;
}

// As in PostgREST, any origin may call, because cookies are never trusted (docs: references/api/cors).
const CORS = {
  origin: '*',
  allowMethods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
    'Content-Encoding',
    'Content-Location',
    'Content-Range',
    'Content-Type',
    'Date',
    'Location',
    'Preference-Applied',
    'Server',
    'Transfer-Encoding',
    'Range-Unit',
  ],
  maxAge: 86_400,
};

/** Without an Origin header the client is no browser, and OPTIONS asks about the resource. */
function whenFromBrowser(middleware: MiddlewareHandler): MiddlewareHandler {
  return (context, next) => (context.req.header('origin') === undefined ? next() : middleware(context, next));
}

/**
 * SQLSTATE 40P01, deadlock detected: Postgres has undone all of it
 * (postgresql.org/docs/current/errcodes-appendix.html).
 */
function isDeadlock(error: unknown): boolean {
  return isSqlError(error) && error.code === '40P01';
}

function suspectsSchema(error: unknown): boolean {
  if (error instanceof RestError) return error.mayBeStale;
  return isSqlError(error) && mayBeStale(error);
}
