/**
 * How Postgres finds the newest lines of a workspace's activity under the policy: by index from the newest on, with
 * one look at a page for each line shown, however many lines and pages there are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain, type PlanNode } from './explain.ts';
import { type MigratedEngine, openMigratedEngine } from './migrated-engine.ts';
import { createPerson, only, type Person } from './people.ts';

const PAGES = 500;
const LINES_EACH = 40;
const SHOWN = 20;

let engine: MigratedEngine;
let ann: Person;

beforeAll(async () => {
  engine = await openMigratedEngine();
  ann = await createPerson(engine.pool, 'Ann');
  const bob = await createPerson(engine.pool, 'Bob');
  for (const { id, organizationId } of [ann, bob]) {
    await engine.pool.query(
      `insert into public.pages (organization_id, order_index)
       select '${organizationId}', number from generate_series(1, ${PAGES}) as number`,
    );
    await engine.pool.query(
      `insert into public.page_activity (organization_id, page_id, actor_id, kind, first_at, happened_at)
       select organization_id, id, '${id}', 'edited', moment, moment
       from public.pages, generate_series(1, ${LINES_EACH}) as number,
         lateral (select now() - make_interval(mins => number * ${PAGES} + order_index::int)) as times (moment)
       where organization_id = '${organizationId}'`,
    );
  }
  await engine.pool.query('analyze');
});
afterAll(() => engine[Symbol.asyncDispose]());

test('the newest lines are read from the end of an index', async () => {
  expectFewRowsRead(await explain(engine.pool, ann, newest('')));
});

test('older lines are read from the index as well', async () => {
  const plan = await explain(
    engine.pool,
    ann,
    newest(
      `and happened_at <= now() - interval '5 days'
       and (happened_at < now() - interval '5 days' or id < gen_random_uuid())`,
    ),
  );
  expectFewRowsRead(plan);
});

test('a save finds the line of its sitting by index', async () => {
  const { rows } = await engine.pool.query<{ page_id: string }>(
    'select page_id from public.page_activity limit 1',
  );
  const plan = await explain(
    engine.pool,
    undefined,
    `select id from public.page_activity
     where page_id = '${only(rows).page_id}' and actor_id = '${ann.id}' and kind = 'edited'
       and happened_at > now() - interval '30 minutes' and private_to is null
     order by happened_at desc limit 1`,
  );
  expect(plan.map((node) => node['Index Name'])).toContain('page_activity_sitting_idx');
});

function newest(condition: string): string {
  return `select * from public.page_activity where organization_id = '${ann.organizationId}' ${condition}
     order by happened_at desc, id desc limit ${SHOWN}`;
}

function expectFewRowsRead(plan: readonly PlanNode[]): void {
  expect(plan[0]?.['Actual Rows']).toBe(SHOWN);
  expect(only(plan.filter((node) => node['Relation Name'] === 'page_activity'))).toMatchObject({
    'Index Name': 'page_activity_newest_idx',
    'Actual Rows': SHOWN,
  });
  expect(only(plan.filter((node) => node['Relation Name'] === 'pages'))).toMatchObject({
    'Index Name': 'pages_pkey',
    'Actual Loops': SHOWN,
  });
  const lookups = plan.filter((node) => node['Parent Relationship'] === 'InitPlan');
  expect(Math.max(...lookups.map((node) => node['Actual Loops']))).toBe(1);
}
