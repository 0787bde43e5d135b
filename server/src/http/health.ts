/**
 * Answers for probes. `/health/live`: the process runs, so restarting it would help nothing. `/health/ready`: it can serve
 * requests now. `/health` says the same as the latter, for those who know no other.
 */
import { type Context, Hono } from 'hono';
import type { Database } from '../database/database.ts';
import type { HttpEnvironment } from './http-environment.ts';

const DATABASE_TIMEOUT_MS = 2000;

export function createHealth(database: Pick<Database, 'ping' | 'schemaProblem'>): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store');
    await next();
  });
  const ready = async (context: Context<HttpEnvironment>) => {
    try {
      await database.ping(DATABASE_TIMEOUT_MS);
      const problem = await database.schemaProblem();
      if (problem !== undefined) return context.json({ status: 'unavailable', problems: [problem] }, 503);
      return context.json({ status: 'ok' });
    } catch {
      return context.json({ status: 'unavailable' }, 503);
    }
  };
  app.get('/', ready);
  app.get('/ready', ready);
  app.get('/live', (context) => context.json({ status: 'ok' }));
  return app;
}
