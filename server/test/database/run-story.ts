/** Runs one of the stories in `supabase/tests`: plain SQL, in one transaction that is rolled back. */
import { readFileSync } from 'node:fs';
import type { Pool, QueryResult } from 'pg';

export const STORIES = new URL('../../../supabase/tests/', import.meta.url);
export const HELPERS = 'helpers.sql';

export interface Assertion {
  readonly description: string;
  readonly failure: string | undefined;
}

/**
 * @param change SQL that the owner of the schema runs before the story; it is rolled back, too
 * @param last the assertion that the story ends with; its end without one
 */
export async function runStory(
  pool: Pool,
  story: string,
  change = '',
  last?: string,
): Promise<{ assertions: readonly Assertion[]; error?: Error }> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${change}`);
    await client.query(readFileSync(new URL(HELPERS, STORIES), 'utf8'));
    const answer: unknown = await client.query(readStory(story, last));
    const results = (Array.isArray(answer) ? answer : [answer]) as QueryResult<Record<string, unknown>>[];
    return { assertions: results.flatMap((result) => result.rows.flatMap(assertion)) };
  } catch (error) {
    return { assertions: [], error: error as Error };
  } finally {
    await client.query('rollback; reset role;');
    client.release();
  }
}

/** To its end where the assertion stands otherwise than at the end of a statement. */
function readStory(story: string, last: string | undefined): string {
  const text = readFileSync(new URL(story, STORIES), 'utf8');
  const end = `'${last?.replaceAll("'", "''")}');\n`;
  const at = last === undefined ? -1 : text.lastIndexOf(end);
  return at === -1 ? text : text.slice(0, at + end.length);
}

/** @param row a result's row; an assertion is one that answers a line of TAP in its first column */
function assertion(row: Record<string, unknown>): Assertion[] {
  const [, not, description, failure] =
    /^(not )?ok - (.*?)(?:\n# (.*))?$/s.exec(String(Object.values(row)[0])) ?? [];
  if (description === undefined) return [];
  return [{ description, failure: not ? (failure ?? 'not ok') : undefined }];
}
