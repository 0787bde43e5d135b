/**
 * How Postgres goes about reading pages under the policies, at some thousands of rows: permissions are looked up
 * once per statement, and rows are found by index. Plans, not times: those are measured in bench/.
 */
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explain, type PlanNode } from './explain.ts';
import { type MigratedEngine, openMigratedEngine } from './migrated-engine.ts';
import { as, createPerson, only, type Person } from './people.ts';

const WORKSPACES = 200;
const PAGES_EACH = 30;

let engine: MigratedEngine;
let ann: Person;

beforeAll(async () => {
  engine = await openMigratedEngine();
  ann = await createPerson(engine.pool, 'Ann');
  for (let count = 1; count < WORKSPACES; count++) await createPerson(engine.pool, `Other${count}`);
  await engine.pool.query(
    `insert into public.pages (organization_id, order_index, content)
     select organizations.id, number, repeat('x', 500)
     from public.organizations cross join generate_series(1, ${PAGES_EACH}) as number`,
  );
  await engine.pool.query('analyze');
});
afterAll(() => engine[Symbol.asyncDispose]());

test('listing a tree looks memberships up once and reads one workspace by index', async () => {
  const plan = await explain(
    engine.pool,
    ann,
    `select * from public.pages where organization_id = '${ann.organizationId}' and is_archived = false
     order by parent_id nulls first, order_index`,
  );
  expect(only(plan.filter((node) => node['Relation Name'] === 'pages'))).toMatchObject({
    'Node Type': expect.stringMatching(/Index|Bitmap/),
  });
  expect(plan[0]?.['Actual Rows']).toBe(PAGES_EACH);
  expectLookupsOnce(plan);
});

test('even without naming a workspace, only the caller’s own rows are read', async () => {
  const plan = await explain(engine.pool, ann, 'select id from public.pages');
  expect(plan.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expectLookupsOnce(plan);
});

test('reading and saving one page goes by its id', async () => {
  const { rows } = await engine.pool.query<{ id: string }>(
    'select id from public.pages where order_index = 7 and organization_id = $1',
    [ann.organizationId],
  );
  const { id } = only(rows);
  for (const statement of [
    `select * from public.pages where id = '${id}'`,
    `update public.pages set content = 'y' where id = '${id}' and updated_at = (select now())`,
  ]) {
    const plan = await explain(engine.pool, ann, statement);
    expect(plan.map((node) => node['Index Name'])).toContain('pages_pkey');
    expectLookupsOnce(plan);
  }
});

test('the neighbours of a page are found by index', async () => {
  const plan = await explain(
    engine.pool,
    undefined,
    `select min(order_index) from public.pages
     where coalesce(parent_id, organization_id) = '${ann.organizationId}' and not is_archived and order_index > 7`,
  );
  expect(plan.map((node) => node['Index Name'])).toContain('pages_place_idx');
});

describe('while the table is new', () => {
  let fresh: MigratedEngine;
  beforeAll(async () => {
    fresh = await openMigratedEngine();
  });
  afterAll(() => fresh[Symbol.asyncDispose]());

  test('the check of a parent goes by its id, and not through its workspace', async () => {
    const client = await fresh.pool.connect();
    // The statement of the foreign key, whose plan a connection keeps.
    await client.query(`set plan_cache_mode = force_generic_plan;
      prepare parent (uuid, uuid) as
        select 1 from only public.pages x where organization_id = $1 and id = $2 for key share of x`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      'explain (costs off) execute parent (gen_random_uuid(), gen_random_uuid())',
    );
    client.release();
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*\bid = \$2/);
  });

  test.each([
    ['is_archived = true', 'apart'],
    ['is_archived = true', 'in pairs'],
    [`visibility = 'private'`, 'apart'],
    [`visibility = 'private'`, 'in pairs'],
  ])('pages that change at once with %s, %s, do not each read their workspace', async (change, shape) => {
    const eve = await createPerson(fresh.pool, `Eve${change.length}${shape.length}`);
    const read = await as(fresh.pool, eve, async (client) => {
      await addPages(client, eve, 'null', shape === 'apart' ? 'null' : 'md5(number::text)::uuid');
      const before = await tuplesRead(client);
      await client.query(`update public.pages set ${change} where organization_id = $1`, [
        eve.organizationId,
      ]);
      const count = (await tuplesRead(client)) - before;
      await client.query('rollback');
      return count;
    });
    expect(read).toBeLessThan(300 * 20);
  });

  test.each([
    ['goes to the trash', 'is_archived = true'],
    ['comes back', 'is_archived = false'],
    ['is hidden', `visibility = 'private'`],
    ['is shown', `visibility = 'workspace'`],
  ])('a page that %s with three hundred beneath it takes the steps of a page once', async (_, change) => {
    const eve = await createPerson(fresh.pool, `Adam${change.length}`);
    const calls = await as(fresh.pool, eve, async (client) => {
      await addPages(client, eve, TOP, TOP);
      if (change === 'is_archived = false') await changeTop(client, 'is_archived = true');
      if (change === `visibility = 'workspace'`) await changeTop(client, `visibility = 'private'`);
      await client.query("reset role; set local track_functions = 'all'; set local role authenticated");
      const before = await pagesNoted(client);
      await changeTop(client, change);
      const count = (await pagesNoted(client)) - before;
      await client.query('rollback');
      return count;
    });
    expect(calls).toBe(1);
  });
});

const TOP = `md5('0')::uuid`;

const changeTop = (client: PoolClient, change: string) =>
  client.query(`update public.pages set ${change} where id = ${TOP}`);

/** Adds a page of a known id, a hundred and fifty pages, and as many others. */
async function addPages(
  client: PoolClient,
  { organizationId }: Person,
  parent: string,
  parentOfOthers: string,
) {
  const insert = (id: string, above: string, numbers: string) =>
    client.query(
      `insert into public.pages (id, organization_id, parent_id, order_index, content, name)
       select ${id}, $1, ${above}, number, '', 'One of many' from generate_series(${numbers}) as number`,
      [organizationId],
    );
  await insert(TOP, 'null', '0, 0');
  await insert('md5(number::text)::uuid', parent, '1, 150');
  await insert('gen_random_uuid()', parentOfOthers, '1, 150');
}

/** How many rows of pages the connection has read by going through the table, or through one of its indexes. */
async function tuplesRead(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ read: string }>(
    `select sum(pg_stat_get_xact_tuples_returned(read)) as read from (
       select 'public.pages'::regclass::oid union all
       select indexrelid from pg_index where indrelid = 'public.pages'::regclass
     ) as known (read)`,
  );
  return Number(only(rows).read);
}

/** How often the connection has noted one page as changed. */
async function pagesNoted(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ calls: string | null }>(
    `select pg_stat_get_xact_function_calls('private.note_page_change'::regproc) as calls`,
  );
  return Number(only(rows).calls);
}

function expectLookupsOnce(plan: readonly PlanNode[]): void {
  const lookups = plan.filter((node) => node['Parent Relationship'] === 'InitPlan');
  expect(lookups.length).toBeGreaterThan(0);
  expect(Math.max(...lookups.map((node) => node['Actual Loops']))).toBe(1);
  expect(plan.filter((node) => node['Parent Relationship'] === 'SubPlan')).toEqual([]);
}
