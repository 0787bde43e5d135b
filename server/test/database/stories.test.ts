/**
 * Runs the stories of `supabase/tests` (plain SQL, one transaction each, rolled back) and shows each of their
 * assertions as a test of its own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { QueryResult } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { openMigratedEngine } from './migrated-engine.ts';

const STORIES = new URL('../../../supabase/tests/', import.meta.url);
const HELPERS = 'helpers.sql';

interface Assertion {
  readonly description: string;
  readonly failure: string | undefined;
}

// Tests are declared by what the stories say, so the stories run first.
const engine = await openMigratedEngine();
afterAll(() => engine[Symbol.asyncDispose]());
const stories = readdirSync(STORIES).filter((file) => file.endsWith('.sql') && file !== HELPERS);

for (const story of stories.sort()) {
  const result = await run(story);
  describe(story, () => {
    test('runs to its end and asserts something', () => {
      expect(result.error).toBeUndefined();
      expect(result.assertions.length).toBeGreaterThan(0);
    });
    for (const { description, failure } of result.assertions) {
      test(description, () => {
        if (failure !== undefined) throw new Error(failure);
      });
    }
  });
}

async function run(story: string): Promise<{ assertions: readonly Assertion[]; error?: Error }> {
  const client = await engine.pool.connect();
  try {
    await client.query('begin');
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
