/**
 * Files while several people save, delete and collect at the same moment: a file that a text uses is never collected, and one
 * that nothing uses is. Needs a real Postgres; the embedded one has a single connection, so nothing there happens at once.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { DatabaseError, PoolClient } from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, beginAs, only, type Person } from '../people.ts';
import { type Runner, runAs, useRaces } from './race.ts';

const PAGES = 3;
const FILES = 3;
const SESSIONS = 3;
const SAVE = 'update public.pages set content = $2 where id = $1';
const CLAIM = 'select id from public.claim_unused_files()';

/** A person, some pages, and files that the first of them shows. */
interface World {
  readonly ann: Person;
  readonly pages: readonly string[];
  readonly files: readonly string[];
}

const textOf = ({ files }: World, indexes: readonly number[]) =>
  ['Text', ...indexes.map((index) => `![](/files/${files[index]}/a.png)`)].join('\n\n');

const asOwner = (work: Runner['work']): Runner => ({ begin: (client) => client.query('begin'), work });

describe.skipIf(!process.env.TEST_DATABASE_URL)('files at once (needs TEST_DATABASE_URL)', () => {
  const { pool, race, newPerson } = useRaces();
  let world: World;

  /** @param shown by the first page; the others are waiting for a text */
  async function newWorld(ann: Person, shown: readonly number[] = [0, 1, 2]): Promise<World> {
    const found: World = {
      ann,
      pages: Array.from({ length: PAGES }, () => randomUUID()),
      files: Array.from({ length: FILES }, () => randomUUID()),
    };
    await as(pool(), ann, async (client) => {
      for (const id of found.pages)
        await client.query('insert into public.pages (id, organization_id) values ($1, $2)', [
          id,
          ann.organizationId,
        ]);
      for (const file of found.files) {
        const { rows } = await client.query<{ object_name: string }>(
          "select object_name from public.add_page_file($1, $2, 'a.png', 'image/png', 9)",
          [found.pages[0], file],
        );
        await client.query(
          `insert into storage.objects (bucket_id, name, owner_id, metadata)
            values ('page-files', $1, $2, '{"size": 9, "mimetype": "image/png"}')`,
          [only(rows).object_name, ann.id],
        );
      }
      await client.query(SAVE, [found.pages[0], textOf(found, shown)]);
    });
    return found;
  }

  /** A week and more goes by for whatever nobody has in hand. */
  async function daysPass(client: PoolClient): Promise<void> {
    for (const [table, column] of [
      ['page_file_uses', 'gone_at'],
      ['page_file_work', 'due_at'],
      ['page_files', 'created_at'],
    ])
      await client.query(
        `update public.${table} as known set ${column} = ${column} - interval '8 days'
          where known.ctid in (select ctid from public.${table} for update skip locked)`,
      );
  }

  async function forget(client: PoolClient, claimed: readonly string[]): Promise<void> {
    await client.query("select set_config('storage.allow_delete_query', 'true', true)");
    await client.query(
      `delete from storage.objects where bucket_id = 'page-files'
        and name in (select object_name from public.page_files where id = any ($1))`,
      [claimed],
    );
    // As the clock does it: the Storage API deletes the bytes, and has done so when the rows go.
    await client.query('commit');
    await client.query('begin');
    await client.query('select public.forget_unused_files($1)', [claimed]);
  }

  async function collect(): Promise<void> {
    const client = await pool().connect();
    try {
      await daysPass(client);
      const { rows } = await client.query<{ id: string }>(CLAIM);
      await client.query('begin');
      await forget(
        client,
        rows.map(({ id }) => id),
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  }

  /** Every file that something uses has its row and its bytes, and no other is left. */
  async function expectWhole({ ann, files }: World): Promise<void> {
    await collect();
    const { rows: uses } = await pool().query<{ file_id: string }>(
      `select distinct file_id from (
        select file_id from public.page_file_uses union all select file_id from public.page_text_files
      ) as uses where file_id = any ($1) order by file_id`,
      [files],
    );
    const { rows: kept } = await pool().query<{ id: string; doomed_at: Date | null; has_object: boolean }>(
      `select file.id, file.doomed_at, object.id is not null as has_object from public.page_files as file
        left join storage.objects as object on object.bucket_id = 'page-files' and object.name = file.object_name
        where file.organization_id = $1 and file.id = any ($2) order by file.id`,
      [ann.organizationId, files],
    );
    expect(kept).toEqual(uses.map(({ file_id }) => ({ id: file_id, doomed_at: null, has_object: true })));
  }

  const usesOf = async (page: string | undefined) => {
    const { rows } = await pool().query<{ file_id: string }>(
      'select file_id from public.page_file_uses where page_id = $1 and gone_at is null',
      [page],
    );
    return rows.map(({ file_id }) => file_id).sort();
  };
  const save =
    (page: number, files: readonly number[]): Runner['work'] =>
    (client) =>
      client.query(SAVE, [world.pages[page], textOf(world, files)]);
  const deleteFirst: Runner['work'] = async (client) => {
    await client.query('update public.pages set is_archived = true where id = $1', [world.pages[0]]);
    await client.query('select public.delete_page_for_good($1)', [world.pages[0]]);
  };

  describe('two of them', () => {
    beforeEach(async () => {
      world = await newWorld(await newPerson('Ann'));
    });

    test('two saves use one file', async () => {
      const [first, second] = [await pool().connect(), await pool().connect()];
      try {
        for (const client of [first, second]) await beginAs(client, world.ann);
        await save(1, [0, 1, 2])(first, Promise.resolve());
        // Neither waits for the other.
        await save(2, [2, 1, 0])(second, Promise.resolve());
        for (const client of [first, second]) await client.query('commit');
      } finally {
        first.release();
        second.release();
      }
      expect(await usesOf(world.pages[1])).toEqual(world.files.toSorted());
      expect(await usesOf(world.pages[2])).toEqual(world.files.toSorted());
      await expectWhole(world);
    });

    test('the last page that uses a file is deleted for good while another begins to use it', async () => {
      expect(await race(runAs(world.ann, deleteFirst), runAs(world.ann, save(1, [0])))).toBe('done');
      // It was gone by then.
      expect(await usesOf(world.pages[1])).toEqual([]);
      await expectWhole(world);
    });

    test('a page begins to use a file while the last one before it is deleted for good', async () => {
      const client = await pool().connect();
      try {
        await beginAs(client, world.ann);
        await save(1, [0])(client, Promise.resolve());
        await as(pool(), world.ann, (other) => deleteFirst(other, Promise.resolve()));
        await client.query('commit');
      } finally {
        client.release();
      }
      expect(await usesOf(world.pages[1])).toEqual([world.files[0]]);
      await expectWhole(world);
      expect(
        (await pool().query('select from public.page_files where id = $1', [world.files[0]])).rowCount,
      ).toBe(1);
    });

    test('files are collected while a version that shows them is gone back to', async () => {
      await as(pool(), world.ann, (client) => save(0, [])(client, Promise.resolve()));
      // The version alone shows them, and goes; whoever opened it before goes back to it.
      const prune = asOwner(async (client) => {
        await client.query('delete from public.page_versions where page_id = $1', [world.pages[0]]);
        await daysPass(client);
        await client.query(CLAIM);
      });
      const result = await race(prune, runAs(world.ann, save(0, [0, 1, 2])));
      expect(result).toBe('done');
      await expectWhole(world);
    });
  });

  describe('three of them, in any order', () => {
    let ann: Person;
    beforeAll(async () => {
      ann = await newPerson('Ann');
    });

    const files = fc.uniqueArray(fc.nat({ max: FILES - 1 }), { maxLength: FILES });
    const deed = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ what: fc.constant('save' as const), page: fc.nat({ max: PAGES - 1 }), files }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ what: fc.constant('delete' as const), page: fc.nat({ max: PAGES - 1 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ what: fc.constant('prune' as const), page: fc.nat({ max: PAGES - 1 }) }),
      },
      { weight: 3, arbitrary: fc.record({ what: fc.constant('claim' as const) }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('forget' as const) }) },
    );
    const story = fc.record({
      shown: files,
      scripts: fc.array(fc.array(deed, { minLength: 1, maxLength: 6, size: 'max' }), {
        minLength: SESSIONS,
        maxLength: SESSIONS,
      }),
      turns: fc.array(fc.nat({ max: SESSIONS - 1 }), { minLength: 10, maxLength: 40, size: 'max' }),
    });
    type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

    let claimed: string[];
    async function run(client: PoolClient, { what, ...rest }: Deed): Promise<void> {
      const page = 'page' in rest ? world.pages[rest.page] : undefined;
      if (what === 'save' && 'files' in rest) await client.query(SAVE, [page, textOf(world, rest.files)]);
      else if (what === 'delete') {
        await client.query('update public.pages set is_archived = true where id = $1', [page]);
        await client.query(
          'select public.delete_page_for_good($1) where exists (select from public.pages where id = $1)',
          [page],
        );
      } else if (what === 'prune')
        await client.query('delete from public.page_versions where page_id = $1', [page]);
      else if (what === 'claim') {
        // Time holds no locks.
        const clock = await pool().connect();
        await daysPass(clock).finally(() => clock.release());
        const { rows } = await client.query<{ id: string }>(CLAIM);
        claimed = rows.map(({ id }) => id);
      } else await forget(client, claimed);
    }

    test('no file that is used is collected, none that is not stays, and nobody waits for ever', async () => {
      await fc.assert(
        fc.asyncProperty(story, async ({ shown, scripts, turns }) => {
          world = await newWorld(ann, shown);
          claimed = [];
          const sessions = await Promise.all(scripts.map((script) => openSession(script)));
          try {
            for (const turn of turns) await sessions[turn]?.step();
            for (let isBusy = true; isBusy; ) {
              isBusy = false;
              for (const session of sessions) if (await session.step()) isBusy = true;
            }
            expect(sessions.flatMap(({ refused }) => refused)).toEqual([]);
          } finally {
            for (const session of sessions) await session.close();
          }
          await expectWhole(world);
        }),
        { numRuns: Number(process.env.FILE_RACES ?? 60) },
      );
    });

    /** Takes one step after the other, as far as the locks of the others let it. */
    async function openSession(script: readonly Deed[]) {
      const client = await pool().connect();
      const pid = only((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows).pid;
      const refused: string[] = [];
      const steps = script.flatMap((one) => [
        // People save and delete; the clock prunes and collects.
        () => (one.what === 'save' || one.what === 'delete' ? beginAs(client, ann) : client.query('begin')),
        () => run(client, one),
        () => client.query('commit'),
      ]);
      let underWay: Promise<unknown> | undefined;
      return {
        refused,
        /** @returns whether there is more to do */
        step: async (): Promise<boolean> => {
          const next = underWay ? undefined : steps.shift();
          if (!underWay && !next) return false;
          underWay ??= (next as () => Promise<unknown>)().catch((error: DatabaseError) => {
            // A page that somebody else has deleted is no page any more.
            if (!/^TR/.test(error.code ?? '')) refused.push(`${error.code} ${error.message}`);
          });
          const done = underWay.then(() => true);
          for (let isOver = false; !isOver; ) {
            isOver = await Promise.race([
              done,
              new Promise<false>((resolve) => setTimeout(() => resolve(false), 5)),
            ]);
            if (isOver) underWay = undefined;
            else if (await isWaiting(pid)) return true;
          }
          return true;
        },
        close: async () => {
          await underWay;
          await client.query('rollback');
          client.release();
        },
      };
    }

    async function isWaiting(pid: number): Promise<boolean> {
      const { rowCount } = await pool().query(
        "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
        [pid],
      );
      return rowCount === 1;
    }
  });
});
