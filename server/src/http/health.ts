/**
 * Answers for probes. `/health/live`: the process runs, so restarting it would help nothing. `/health/ready`: it
 * can serve requests now, and what is wrong, or goes wrong beside them. `/health` says the same in two words. The
 * database is asked for a short while, and on Postgres whether its schema is whole.
 */
import { Hono } from 'hono';
import type { Database } from '../database/database.ts';
import type { HttpEnvironment } from './http-environment.ts';

const DATABASE_TIMEOUT_MS = 2000;

export function createHealth(
  database: Pick<Database, 'ping' | 'schemaProblem'>,
  warnings: () => readonly string[],
): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(async (context, next) => {
    context.header('cache-control', 'no-store');
    await next();
  });
  app.get('/', async (context) => {
    const { status } = await look(database);
    return context.json({ status }, status === 'ok' ? 200 : 503);
  });
  app.get('/ready', async (context) => {
    const health = await look(database);
    const told = warnings();
    if (health.status !== 'ok') return context.json(health, 503);
    return context.json(told.length > 0 ? { ...health, warnings: told } : health);
  });
  app.get('/live', (context) => context.json({ status: 'ok' }));
  return app;
}

interface Health {
  readonly status: 'ok' | 'unavailable';
  /** Sentences on why, where that is known. */
  readonly problems?: readonly string[];
}

async function look(database: Pick<Database, 'ping' | 'schemaProblem'>): Promise<Health> {
  try {
    await database.ping(DATABASE_TIMEOUT_MS);
    const problem = await database.schemaProblem();
    return problem === undefined ? { status: 'ok' } : { status: 'unavailable', problems: [problem] };
  } catch {
    return { status: 'unavailable', problems: ['The database does not answer.'] };
  }
}
