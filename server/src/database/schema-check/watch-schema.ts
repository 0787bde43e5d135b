/** Says whether the schema under a running server is still what the migrations made. */
import type { Pool } from 'pg';
import { readMigrations } from '../migrate/migration-files.ts';
import { compareSchema } from './check-schema.ts';

const KEPT_MS = 60_000;

/** @returns asks for the problem in a sentence, and keeps the answer for a minute, however many ask */
export function watchSchema(pool: Pool): () => Promise<string | undefined> {
  let kept: { readonly until: number; readonly problem: Promise<string | undefined> } | undefined;
  return () => {
    const now = performance.now();
    if (kept && now < kept.until) return kept.problem;
    const problem = ask(pool);
    kept = { until: now + KEPT_MS, problem };
    problem.catch(() => {
      kept = undefined;
    });
    return problem;
  };
}

async function ask(pool: Pool): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    const { problem, repairs } = await compareSchema(client, await readMigrations());
    if (problem !== undefined) return problem;
    return repairs.length > 0
      ? `The database lacks ${repairs.length} privileges that its migrations gave: start Trellis anew, which gives them back.`
      : undefined;
  } finally {
    client.release();
  }
}
