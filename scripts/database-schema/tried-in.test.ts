/** Every policy has a test that tries what it forbids: opened, each lets the assertion fail that is named for it. */
import { afterAll, expect, test } from 'vitest';
import { openMigratedEngine } from '../../server/test/database/migrated-engine.ts';
import { runStory } from '../../server/test/database/run-story.ts';
import { type Policy, readCatalogue } from './catalogue.ts';
import { triedAtOnceIn, triedIn } from './tried-in.ts';

// Tests are declared by what the catalogue says, so it is read first.
const engine = await openMigratedEngine();
afterAll(() => engine[Symbol.asyncDispose]());
const { tables } = await readCatalogue(engine.pool);

const policies = tables
  .flatMap((table) => table.policies.map((policy) => ({ ...policy, table: table.name })))
  .filter(({ name }) => triedAtOnceIn(name) === undefined);

/** A write has to pass both expressions; where there are two, the one that says which rows it reaches is opened. */
function opened({ name, table, permissive, using }: Policy & { readonly table: string }): string {
  if (!permissive) return `drop policy ${name} on ${table};`;
  return `alter policy ${name} on ${table} ${using ? 'using' : 'with check'} (true);`;
}

// The stories themselves run on each database. Whether one notices an open policy depends on the story.
test.skipIf(process.env.TEST_DATABASE_URL).for(policies)(
  'a named test fails without $name',
  async (policy) => {
    const tried = triedIn(policy.name);
    expect(tried, `scripts/database-schema/tried-in.ts names no test of ${policy.name}`).toBeDefined();
    if (!tried) return;
    const { assertions } = await runStory(engine.pool, tried.story, opened(policy), tried.assertion);
    expect(assertions.filter(({ failure }) => failure).map(({ description }) => description)).toContain(
      tried.assertion,
    );
  },
);
