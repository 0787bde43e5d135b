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

test('pages put anywhere stay there', async () => {
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

/** A page comes, by a person who shares it or keeps it private: to a number, or at the end. */
const arrivals = fc.array(
  fc.record({
    isPrivate: fc.boolean(),
    // Few numbers, so that places are often taken, or almost.
    at: fc.option(fc.nat({ max: 12 }).map((step) => 1 + step / 4 + (step % 3) * 2e-7)),
  }),
  { minLength: 1, maxLength: 30 },
);

test('shared pages have the same numbers with and without private ones among them', async () => {
  const bob = await createPerson(engine.pool, 'Bob');
  await engine.pool.query(
    'insert into public.organization_members (organization_id, user_id) values ($1, $2)',
    [ann.organizationId, bob.id],
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async (pages) => {
      const [mixed, shared] = await as(engine.pool, ann, async (client) => [
        await addPage(client, null, null),
        await addPage(client, null, null),
      ]);
      for (const { isPrivate, at } of pages) {
        if (isPrivate) await as(engine.pool, bob, (client) => addPage(client, mixed, at, 'private'));
        else
          await as(engine.pool, ann, async (client) => {
            await addPage(client, mixed, at);
            await addPage(client, shared, at);
          });
      }
      const [seenByAnn, alone] = await as(engine.pool, ann, async (client) => [
        await readNumbers(client, mixed),
        await readNumbers(client, shared),
      ]);
      expect(seenByAnn).toEqual(alone);
      const seenByBob = await as(engine.pool, bob, (client) => readNumbers(client, mixed));
      expect(seenByBob).toHaveLength(pages.length);
      expect(new Set(seenByBob).size).toBe(pages.length);
    }),
    { numRuns: 40 },
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
  visibility = 'workspace',
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into public.pages (organization_id, parent_id, order_index, visibility)
     values ($1, $2, $3, $4) returning id`,
    [ann.organizationId, parent, orderIndex, visibility],
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

async function readNumbers(client: PoolClient, parent: string): Promise<number[]> {
  const { rows } = await client.query<{ order_index: number }>(
    'select order_index from public.pages where parent_id = $1 order by order_index',
    [parent],
  );
  return rows.map((row) => row.order_index);
}

async function distances(client: PoolClient, parent: string): Promise<number[]> {
  const { rows } = await client.query<{ distance: number | null }>(
    'select order_index - lag(order_index) over (order by order_index) as distance from public.pages where parent_id = $1',
    [parent],
  );
  return rows.flatMap((row) => row.distance ?? []);
}
