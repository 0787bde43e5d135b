/**
 * Gives each request an id and reports its outcome, with the client's address and the account. Query strings are
 * never reported: they can carry tokens. Each answer carries the id as `x-request-id`; a proxy's is taken over
 * where it is plain. The web app shows it beside an unexpected error.
 */
import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Observe } from '../observe/observation.ts';
import type { Tracing } from '../observe/tracing/tracing.ts';
import { accountOf } from './caller/account.ts';
import { clientAddress } from './caller/client-address.ts';
import type { HttpEnvironment } from './http-environment.ts';

// A proxy's id is taken over so that its log and ours can be joined, as long as it cannot forge a log line.
const ACCEPTED_ID = /^[\w-]{8,64}$/;

export function requestLog(trustProxy: boolean, observe: Observe, tracing: Tracing) {
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const given = context.req.header('x-request-id');
    const requestId = given && ACCEPTED_ID.test(given) ? given : randomUUID();
    context.set('requestId', requestId);
    const start = performance.now();
    context.env.outgoing?.setHeader('x-request-id', requestId);
    const { method, path } = context.req;
    const traced = { method, path, requestId, header: (name: string) => context.req.header(name) };
    await tracing.request(traced, next, () => context.res.status);
    const account = accountOf(context.req.raw);
    observe({
      kind: 'request',
      requestId,
      method,
      path,
      client: clientAddress(context, trustProxy),
      ...(account !== undefined && { account }),
      status: context.res.status,
      durationMs: Math.round((performance.now() - start) * 10) / 10,
    });
  });
}
