/** Runs one of the stories in `supabase/tests`: plain SQL, in one transaction that is rolled back. */
import { readFileSync } from 'node:fs';
import type { Pool, QueryResult } from 'pg';

export const STORIES = new URL('../../../supabase/tests/', import.meta.url);
export const HELPERS = 'helpers.sql';

export interface Assertion {
  readonly description: string;
  readonly failure: string | undefined;
}

/** @param change SQL that the owner of the schema runs before the story; it is rolled back, too */
export async function runStory(
  pool: Pool,
  story: string,
  change = '',
): Promise<{ assertions: readonly Assertion[]; error?: Error }> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${change}`);
    await client.query(readFileSync(new URL(HELPERS, STORIES), 'utf8'));
    const answer: unknown = await client.query(readFileSync(new URL(story, STORIES), 'utf8'));
    const results = (Array.isArray(answer) ? answer : [answer]) as QueryResult<Record<string, unknown>>[];
    return { assertions: results.flatMap((result) => result.rows.flatMap(assertion)) };
  } catch (error) {
    return { assertions: [], error: error as Error };
  } finally {
    await client.query('rollback; reset role;');
    client.release();
  }
}

/** @param row a result's row; an assertion is one that answers a line of TAP in its first column */
function assertion(row: Record<string, unknown>): Assertion[] {
  const [, not, description, failure] =
    /^(not )?ok - (.*?)(?:\n# (.*))?$/s.exec(String(Object.values(row)[0])) ?? [];
  if (description === undefined) return [];
  return [{ description, failure: not ? (failure ?? 'not ok') : undefined }];
}
