/**
 * Runs the stories of `supabase/tests` (plain SQL, one transaction each, rolled back) and shows each of their
 * assertions as a test of its own.
 */
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openMigratedEngine } from './migrated-engine.ts';
import { HELPERS, runStory, STORIES } from './run-story.ts';

// Tests are declared by what the stories say, so the stories run first.
const engine = await openMigratedEngine();
afterAll(() => engine[Symbol.asyncDispose]());
const stories = readdirSync(STORIES).filter((file) => file.endsWith('.sql') && file !== HELPERS);

for (const story of stories.sort()) {
  const result = await runStory(engine.pool, story);
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
