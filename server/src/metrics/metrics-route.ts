/** `GET /metrics` for Prometheus: behind a token on the server's port, or on a port of its own. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { HttpEnvironment } from '../http/http-environment.ts';
import type { Metrics } from './metrics.ts';

/** @param token that must come as a bearer token (RFC 6750); undefined: whoever reaches the port may read */
export function createMetricsRoute(metrics: Metrics, token: string | undefined): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.get('/metrics', async (context) => {
    context.header('cache-control', 'no-store');
    if (token !== undefined && !isBearer(context.req.header('authorization'), token)) {
      context.header('www-authenticate', 'Bearer');
      return context.json({ message: 'The token in METRICS_TOKEN is needed, as a bearer token.' }, 401);
    }
    context.header('content-type', metrics.contentType);
    return context.body(await metrics.text());
  });
  return app;
}

/** Digests, so that the comparison takes as long whatever was sent. */
function isBearer(header: string | undefined, token: string): boolean {
  const [scheme, given] = header?.split(' ', 2) ?? [];
  return scheme?.toLowerCase() === 'bearer' && timingSafeEqual(digest(given ?? ''), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
