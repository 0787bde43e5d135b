/** Siblings keep their order however often pages are put between them, with random places and always the same one. */
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedEngine, openMigratedEngine } from './migrated-engine.ts';
import { as, createPerson, type Person } from './people.ts';

let engine: MigratedEngine;
let ann: Person;

beforeAll(async () => {
  engine = await openMigratedEngine();
  ann = await createPerson(engine.pool, 'Ann');
});
afterAll(() => engine[Symbol.asyncDispose]());

test('two hundred pages put into the same gap stay in order', async () => {
  const order = await as(engine.pool, ann, async (client) => {
    const parent = await addPage(client, null, 1);
    const names = [await addPage(client, parent, 1), await addPage(client, parent, 2)];
    for (let count = 0; count < 200; count++) names.splice(1, 0, await addAt(client, parent, 1));
    expect(await readOrder(client, parent)).toEqual(names);
    return distances(client, parent);
  });
  expect(Math.min(...order)).toBeGreaterThan(1e-6);
});

test('pages put anywhere are where they were put', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), async (places) => {
      await as(engine.pool, ann, async (client) => {
        const parent = await addPage(client, null, null);
        const expected: string[] = [];
        for (const place of places) {
          const position = place % (expected.length + 1);
          expected.splice(position, 0, await addAt(client, parent, position));
        }
        expect(await readOrder(client, parent)).toEqual(expected);
      });
    }),
    { numRuns: 20 },
  );
});

/** Adds a page as the web app does: midway between its neighbours, or one beyond the last, or one before the first. */
async function addAt(client: PoolClient, parent: string, position: number): Promise<string> {
  const { rows } = await client.query<{ order_index: number }>(
    'select order_index from public.pages where parent_id = $1 order by order_index',
    [parent],
  );
  const [before, after] = [rows[position - 1]?.order_index, rows[position]?.order_index];
  if (before !== undefined && after !== undefined) return addPage(client, parent, (before + after) / 2);
  if (after !== undefined) return addPage(client, parent, after - 1);
  return addPage(client, parent, (before ?? 0) + 1);
}

/** @returns the new page's id */
async function addPage(
  client: PoolClient,
  parent: string | null,
  orderIndex: number | null,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'insert into public.pages (organization_id, parent_id, order_index) values ($1, $2, $3) returning id',
    [ann.organizationId, parent, orderIndex],
  );
  return rows[0]?.id ?? '';
}

async function readOrder(client: PoolClient, parent: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from public.pages where parent_id = $1 order by order_index',
    [parent],
  );
  return rows.map((row) => row.id);
}

async function distances(client: PoolClient, parent: string): Promise<number[]> {
  const { rows } = await client.query<{ distance: number | null }>(
    'select order_index - lag(order_index) over (order by order_index) as distance from public.pages where parent_id = $1',
    [parent],
  );
  return rows.flatMap((row) => row.distance ?? []);
}
