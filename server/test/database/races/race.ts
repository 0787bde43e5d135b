/**
 * Two transactions at the same moment: the first commits once the second waits for it. Needs a real Postgres;
 * the embedded one has a single connection, so nothing there happens at once.
 */
import type { DatabaseError, Pool, PoolClient } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type MigratedEngine, openMigratedEngine } from '../migrated-engine.ts';
import { beginAs, createPerson, only, type Person } from '../people.ts';

export interface Runner {
  /** Opens their transaction. */
  readonly begin: (client: PoolClient) => Promise<unknown>;
  /** @param waiting resolves when the second one waits for the first */
  readonly work: (client: PoolClient, waiting: Promise<void>) => Promise<unknown>;
}

export function runAs(person: Person, work: Runner['work']): Runner {
  return { begin: (client) => beginAs(client, person), work };
}

/** Opens a database for a test file, or a part of one. */
export function useRaces() {
  let engine: MigratedEngine;
  let serial = 0;
  beforeAll(async () => {
    engine = await openMigratedEngine();
  });
  afterAll(() => engine[Symbol.asyncDispose]());
  return {
    pool: () => engine.pool,
    race: (first: Runner, second: Runner) => raceOf(engine.pool, first, second),
    /** Each time somebody else. */
    newPerson: (name: string) => {
      serial += 1;
      return createPerson(engine.pool, `${name}${serial}`);
    },
  };
}

/** @returns the SQLSTATE that the second was refused with, or `done` */
async function raceOf(pool: Pool, first: Runner, second: Runner): Promise<string> {
  const [one, two] = [await pool.connect(), await pool.connect()];
  try {
    const { rows } = await two.query<{ pid: number }>('select pg_backend_pid() as pid');
    await first.begin(one);
    await second.begin(two);
    const started = Promise.withResolvers<void>();
    const waiting = started.promise.then(() => untilWaiting(pool, only(rows).pid));
    const leading = first.work(one, waiting);
    // The first one has its locks once it has answered, or once it waits for the second one to come.
    await Promise.race([leading, new Promise((resolve) => setTimeout(resolve, 200))]);
    const outcome = second.work(two, waiting).then(
      () => 'done',
      (error: DatabaseError) => error.code ?? error.message,
    );
    started.resolve();
    await Promise.all([leading, waiting]);
    await one.query('commit');
    const result = await outcome;
    await two.query('commit');
    return result;
  } finally {
    await Promise.all([one.query('rollback'), two.query('rollback')]);
    one.release();
    two.release();
  }
}

async function untilWaiting(pool: Pool, pid: number): Promise<void> {
  for (let attempt = 0; attempt < 3600; attempt++) {
    const { rows } = await pool.query(
      "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
      [pid],
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The second one did not wait for the first.');
}
