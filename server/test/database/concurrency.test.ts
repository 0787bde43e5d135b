/**
 * Two people act at the same moment: the second waits for the first and is then judged by the first's result.
 * Needs a real Postgres; the embedded one has a single connection, so nothing there happens at once.
 */
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, only, type Person } from './people.ts';
import { runAs, useRaces } from './races/race.ts';

const MOVE = 'update public.pages set parent_id = $2 where id = $1';
const ARCHIVE = 'update public.pages set is_archived = true where id = $1';
const HIDE = "update public.pages set visibility = 'private' where id = $1";
const DEMOTE =
  "update public.organization_members set role = 'member' where user_id = $1 and organization_id = $2";
const DELETE = 'delete from public.organizations where id = $1';
const ADD = `insert into public.pages (organization_id, parent_id, order_index) values ($1, $2, $3) returning id`;

describe.skipIf(!process.env.TEST_DATABASE_URL)('at the same moment (needs TEST_DATABASE_URL)', () => {
  const { pool, race: raceOf, newPerson } = useRaces();
  let ann: Person;
  let bob: Person;

  beforeEach(async () => {
    ann = await newPerson('Ann');
    bob = await newPerson('Bob');
    await pool().query(
      "insert into public.organization_members (organization_id, user_id, role) values ($1, $2, 'owner')",
      [ann.organizationId, bob.id],
    );
  });

  /** Ann acts first, and Bob (or Ann in another window) second. */
  const race = (
    first: (client: PoolClient, waiting: Promise<void>) => Promise<unknown>,
    second: (client: PoolClient) => Promise<unknown>,
    other: Person = bob,
  ) => raceOf(runAs(ann, first), runAs(other, second));

  const addPage = (parent: string | null = null) =>
    as(pool(), ann, async (client) => {
      const { rows } = await client.query<{ id: string }>(ADD, [ann.organizationId, parent, null]);
      return only(rows).id;
    });

  test('two moves make no cycle', async () => {
    const [a, b] = [await addPage(), await addPage()];
    const outcome = await race(
      (client) => client.query(MOVE, [a, b]),
      (client) => client.query(MOVE, [b, a]),
    );
    expect(outcome).toBe('TR012');
  });

  test('two longer moves make no cycle', async () => {
    const [a, b] = [await addPage(), await addPage()];
    const [belowA, belowB] = [await addPage(a), await addPage(b)];
    const outcome = await race(
      (client) => client.query(MOVE, [a, belowB]),
      (client) => client.query(MOVE, [b, belowA]),
    );
    expect(outcome).toBe('TR012');
  });

  test('nothing is added to a page that is being archived', async () => {
    const page = await addPage();
    const outcome = await race(
      (client) => client.query(ARCHIVE, [page]),
      (client) => client.query(ADD, [ann.organizationId, page, 1]),
    );
    expect(outcome).toBe('TR011');
  });

  test('other people add nothing to a page that is being hidden', async () => {
    const page = await addPage();
    const outcome = await race(
      (client) => client.query(HIDE, [page]),
      (client) => client.query(ADD, [ann.organizationId, page, 1]),
    );
    expect(outcome).toBe('TR010');
  });

  test('one moves a page, another archives a page above it: neither waits for ever', async () => {
    const [above, elsewhere] = [await addPage(), await addPage()];
    const below = await addPage(above);
    const outcome = await race(
      async (client, waiting) => {
        await client.query(MOVE, [elsewhere, null]);
        await waiting;
        await client.query(ARCHIVE, [above]);
      },
      (client) => client.query(MOVE, [below, elsewhere]),
    );
    expect(outcome).toBe('done');
  });

  test('two people who add at the same place get a place each', async () => {
    const outcome = await race(
      (client) => client.query(ADD, [ann.organizationId, null, 1]),
      (client) => client.query(ADD, [ann.organizationId, null, 1]),
    );
    expect(outcome).toBe('done');
    const { rows } = await pool().query(
      'select order_index from public.pages where organization_id = $1 order by 1',
      [ann.organizationId],
    );
    expect(rows).toEqual([{ order_index: 1 }, { order_index: 2 }]);
  });

  test('a save does not wait for changes of the tree', async () => {
    const [written, moved] = [await addPage(), await addPage()];
    await as(pool(), ann, async (arranging) => {
      await arranging.query(MOVE, [moved, null]);
      await as(pool(), bob, (writing) =>
        writing.query("update public.pages set content = 'x' where id = $1", [written]),
      );
    });
  });

  describe('in another workspace', () => {
    const trees = new Map<string, (client: PoolClient, page: string, archived: string) => Promise<unknown>>([
      ['adds a page', (client) => client.query(ADD, [bob.organizationId, null, 7])],
      ['moves', (client, page) => client.query(MOVE, [page, null])],
      [
        'moves all',
        (client) =>
          client.query('update public.pages set order_index = order_index + 9 where organization_id = $1', [
            bob.organizationId,
          ]),
      ],
      ['archives', (client, page) => client.query(ARCHIVE, [page])],
      ['restores', (client, _, archived) => client.query('select public.restore_page($1)', [archived])],
      ['duplicates', (client, page) => client.query('select public.duplicate_page($1)', [page])],
      [
        'deletes for good',
        (client, _, archived) => client.query('select public.delete_page_for_good($1)', [archived]),
      ],
      ['empties the trash', (client) => client.query('select public.empty_trash($1)', [bob.organizationId])],
    ]);

    test.each([...trees.keys()])('nobody waits for a person of both who %s', async (kind) => {
      const moved = await addPage();
      const [page, archived] = await as(pool(), bob, async (client) => {
        const added = [await client.query(ADD, [bob.organizationId, null, 1])];
        added.push(await client.query(ADD, [bob.organizationId, null, 2]));
        const ids = added.map(({ rows }) => only(rows).id as string);
        await client.query(ARCHIVE, [ids[1]]);
        return ids as [string, string];
      });
      await as(pool(), bob, async (client) => {
        await trees.get(kind)?.(client, page, archived);
        await as(pool(), ann, async (other) => {
          await other.query("set local lock_timeout = '2s'");
          await other.query(MOVE, [moved, null]);
        });
      });
    });
  });

  test('of two that move pages of two workspaces in opposite order, one ends at once', async () => {
    const first = await addPage();
    const second = await as(
      pool(),
      bob,
      async (client) => only((await client.query(ADD, [bob.organizationId, null, 1])).rows).id as string,
    );
    const [lower, higher] = ann.organizationId < bob.organizationId ? [first, second] : [second, first];
    await as(pool(), bob, async (one) => {
      await one.query(MOVE, [lower, null]);
      const other = as(pool(), bob, async (client) => {
        await client.query(MOVE, [higher, null]);
        await client.query(MOVE, [lower, null]);
      });
      // Which the Data API tries again.
      await expect(other).rejects.toThrow(expect.objectContaining({ code: '40P01' }));
      await one.query(MOVE, [higher, null]);
    });
  });

  test('two saves of one page are one sitting', async () => {
    const page = await addPage();
    const save = "update public.pages set content = content || 'x' where id = $1";
    const outcome = await race(
      (client) => client.query(save, [page]),
      (client) => client.query(save, [page]),
      ann,
    );
    expect(outcome).toBe('done');
    const { rows } = await pool().query(
      "select from public.page_activity where page_id = $1 and kind = 'edited'",
      [page],
    );
    expect(rows).toHaveLength(1);
  });

  test('a text saved during the work behind an earlier save is found afterwards', async () => {
    const page = await addPage();
    const save = 'update public.pages set content = $2 where id = $1';
    const search = (word: string) =>
      as(pool(), bob, async (client) => {
        const { rows } = await client.query('select id from public.search_pages($1, $2)', [
          ann.organizationId,
          word,
        ]);
        return rows;
      });
    const work = () => pool().query('select private.work_off_pages(60000)');
    await as(pool(), ann, (client) => client.query(save, [page, 'first']));
    await as(pool(), ann, async (client) => {
      await client.query(save, [page, 'second']);
      await work();
      expect(await search('first')).toEqual([{ id: page }]);
      expect(await search('second')).toEqual([]);
    });
    await work();
    expect(await search('second')).toEqual([{ id: page }]);
  });

  test('two owners who demote each other leave one', async () => {
    const outcome = await race(
      (client) => client.query(DEMOTE, [bob.id, ann.organizationId]),
      (client) => client.query(DEMOTE, [ann.id, ann.organizationId]),
    );
    expect(outcome).toBe('TR002');
  });

  test('two owners who leave at once leave one', async () => {
    const leave =
      'delete from public.organization_members where user_id = auth.uid() and organization_id = $1';
    const outcome = await race(
      (client) => client.query(leave, [ann.organizationId]),
      (client) => client.query(leave, [ann.organizationId]),
    );
    expect(outcome).toBe('TR002');
  });

  test('a person who deletes both workspaces at once keeps one', async () => {
    await pool().query(
      'delete from public.organization_members where user_id = $1 and organization_id = $2',
      [bob.id, ann.organizationId],
    );
    const second = await as(pool(), ann, async (client) =>
      only(
        (
          await client.query<{ id: string }>(
            "insert into public.organizations (name) values ('2') returning id",
          )
        ).rows,
      ),
    );
    const outcome = await race(
      (client) => client.query(DELETE, [ann.organizationId]),
      (client) => client.query(DELETE, [second.id]),
      ann,
    );
    expect(outcome).toBe('TR001');
  });
});
