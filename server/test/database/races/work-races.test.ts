/**
 * Pages are saved, deleted and archived while the worker of public.page_work has them, and workers die or meet. Nothing that
 * was saved is missing in the search once the queue is empty. Needs a real Postgres; the embedded one has a single connection,
 * so nothing there happens at once.
 */
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { as, beginAs, only, type Person } from '../people.ts';
import { runAs, useRaces } from './race.ts';

const WORK = 'select private.work_off_pages(60000) as done';
const WRITE = 'update public.pages set content = $2 where id = $1';
const KNOWN = `select page.content, split_part(search.words, E'\\n', 3) as known
  from public.pages as page left join public.page_search as search on search.page_id = page.id`;

describe.skipIf(!process.env.TEST_DATABASE_URL)('at the same moment (needs TEST_DATABASE_URL)', () => {
  const { pool, race, newPerson } = useRaces();
  let ann: Person;
  let page: string;

  const addPage = (content: string) =>
    as(pool(), ann, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'insert into public.pages (organization_id, content) values ($1, $2) returning id',
        [ann.organizationId, content],
      );
      return only(rows).id;
    });
  const work = async () => only((await pool().query<{ done: number }>(WORK)).rows).done;
  const known = async (id: string) => (await pool().query(`${KNOWN} where page.id = $1`, [id])).rows[0];
  const waiting = async () =>
    (await pool().query('select page_id, tries, problem from public.page_work')).rows as {
      page_id: string;
      tries: number;
      problem: string | null;
    }[];
  const asOwner = (run: (client: PoolClient) => Promise<unknown>) => ({
    begin: (client: PoolClient) => client.query('begin'),
    work: run,
  });

  beforeEach(async () => {
    ann = await newPerson('Ann');
    page = await addPage('first');
  });
  afterEach(() => pool().query('delete from public.pages; delete from public.page_work'));

  test('a page that is saved while it is taken in is taken in again', async () => {
    const outcome = await race(
      asOwner((client) => client.query(WORK)),
      runAs(ann, (client) => client.query(WRITE, [page, 'second'])),
    );
    expect(outcome).toBe('done');
    expect(await known(page)).toEqual({ content: 'second', known: 'first' });
    expect(await work()).toBe(1);
    expect(await known(page)).toEqual({ content: 'second', known: 'second' });
  });

  const waitingForLocks = async () =>
    (await pool().query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount;

  const waitingForAnything = async () =>
    (
      await pool().query(
        'select from pg_locks join pg_stat_activity as known using (pid) where not granted and known.datname = current_database()',
      )
    ).rowCount;

  /** @returns how to let a worker go on that has read a page and stopped before it writes what it read */
  async function stopBeforeWriting(): Promise<() => Promise<void>> {
    const [worker, gate] = [await pool().connect(), await pool().connect()];
    await pool().query(`
      create function tests_wait() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(77);
        return new;
      end $$;
      create trigger tests_wait before insert on public.page_search for each row execute function tests_wait()`);
    await gate.query('begin; select pg_advisory_xact_lock(77)');
    const working = worker.query(WORK);
    await expect.poll(waitingForLocks).toBe(1);
    return async () => {
      await gate.query('commit');
      await working;
      for (const client of [worker, gate]) client.release();
      await pool().query('drop function tests_wait() cascade');
    };
  }

  test('a save that is committed between the reading of a page and the end of the work is not lost', async () => {
    const goOn = await stopBeforeWriting();
    await as(pool(), ann, (client) => client.query(WRITE, [page, 'second']));
    await goOn();
    expect(await known(page)).toEqual({ content: 'second', known: 'first' });
    expect(await waiting()).toMatchObject([{ page_id: page }]);
    expect(await work()).toBe(1);
    expect(await known(page)).toEqual({ content: 'second', known: 'second' });
  });

  test('a page that is shown while the worker holds words of its private time is found by none of them', async () => {
    const [max, other] = [await newPerson('Max'), await addPage('other')];
    await pool().query(
      "insert into public.organization_members (organization_id, user_id, role) values ($1, $2, 'member')",
      [ann.organizationId, max.id],
    );
    const secret = `---\naliases: [Quarzfalter]\n---\n[[Quarzfalter]] [x](/dashboard/pages/${other})`;
    const hide = "update public.pages set visibility = 'private', content = $2 where id = $1";
    await as(pool(), ann, (client) => client.query(hide, [page, secret]));
    const goOn = await stopBeforeWriting();
    await as(pool(), ann, (client) => client.query(WRITE, [page, 'Nothing']));
    const show = "update public.pages set visibility = 'workspace' where id = $1";
    let isShown = false;
    const showing = as(pool(), ann, (client) => client.query(show, [page])).then(() => {
      isShown = true;
    });
    // It waits for the worker, or does not.
    await expect.poll(async () => isShown || (await waitingForLocks()) === 2).toBe(true);
    await goOn();
    await showing;
    const found = await as(pool(), max, async (client) => ({
      page: (await client.query('select from public.pages where id = $1', [page])).rowCount,
      byWord: (
        await client.query('select from public.search_pages($1, $2)', [ann.organizationId, 'quarzfalter'])
      ).rowCount,
      byLink: (await client.query('select from public.pages_linking_to($1)', [other])).rowCount,
      byAlias: (await client.query("select from public.pages_also_named('{Quarzfalter}')")).rowCount,
    }));
    expect(found).toEqual({ page: 1, byWord: 0, byLink: 0, byAlias: 0 });
    await work();
    expect(await known(page)).toEqual({ content: 'Nothing', known: 'nothing' });
  });

  const hide = (id: string, content: string) =>
    as(pool(), ann, (client) =>
      client.query("update public.pages set visibility = 'private', content = $2 where id = $1", [
        id,
        content,
      ]),
    );
  const show = (client: PoolClient, id: string) =>
    client.query("update public.pages set visibility = 'workspace' where id = $1", [id]);

  test('a page is shown at once while the worker has others in hand', async () => {
    const place = async (id: string) =>
      only((await pool().query('select private.place_in_hand($1) as place', [id])).rows).place;
    let other = await addPage('other');
    while ((await place(other)) === (await place(page))) other = await addPage('other');
    await work();
    await hide(other, 'about myself');
    await hide(page, 'in hand');
    const goOn = await stopBeforeWriting();
    await as(pool(), ann, (client) => show(client, other));
    await goOn();
    await work();
    expect(await known(other)).toEqual({ content: 'about myself', known: 'about myself' });
  });

  test('a run ends with the page that somebody waits to show, and the next one goes on', async () => {
    const other = await addPage('other');
    await work();
    await as(pool(), ann, (client) => client.query(WRITE, [other, 'waits']));
    await hide(page, 'in hand');
    const goOn = await stopBeforeWriting();
    const showing = as(pool(), ann, (client) => show(client, page));
    await expect.poll(waitingForLocks).toBe(2);
    await goOn();
    await showing;
    expect(await known(other)).toEqual({ content: 'waits', known: 'other' });
    expect(await work()).toBe(1);
    expect(await known(other)).toEqual({ content: 'waits', known: 'waits' });
  });

  test('a person who saves and shows a page is no part of a deadlock with a worker that takes pages one by one', async () => {
    await work();
    await hide(page, 'second');
    await pool().query('update public.page_work set begun_at = clock_timestamp()');
    const client = await pool().connect();
    await beginAs(client, ann);
    await client.query(WRITE, [page, 'third']);
    let isDone = false;
    const working = pool()
      .query(WORK)
      .finally(() => {
        isDone = true;
      });
    await expect.poll(async () => isDone || (await waitingForAnything()) === 1).toBe(true);
    await show(client, page);
    await client.query('commit');
    client.release();
    await working;
    await work();
    await work();
    expect(await known(page)).toEqual({ content: 'third', known: 'third' });
    expect(await waiting()).toEqual([]);
  });

  test('the worker does not wait for a save, and the page stays in the queue', async () => {
    const client = await pool().connect();
    await beginAs(client, ann);
    await client.query(WRITE, [page, 'second']);
    await work();
    await client.query('commit');
    client.release();
    expect(await waiting()).toMatchObject([{ page_id: page }]);
    await work();
    expect(await known(page)).toEqual({ content: 'second', known: 'second' });
    expect(await waiting()).toEqual([]);
  });

  test('a second worker leaves all to the first, and the work of one that dies is done by the next', async () => {
    const client = await pool().connect();
    await client.query('begin');
    await client.query(WORK);
    expect(await work()).toBe(0);
    await client.query('rollback');
    client.release();
    expect(await known(page)).toEqual({ content: 'first', known: null });
    expect(await work()).toBe(1);
    expect(await known(page)).toEqual({ content: 'first', known: 'first' });
  });

  test('a page that is being deleted is passed over, and then forgotten', async () => {
    const other = await addPage('other');
    const client = await pool().connect();
    await client.query('begin');
    await client.query('delete from public.pages where id = $1', [page]);
    expect(await work()).toBe(1);
    expect(await known(other)).toEqual({ content: 'other', known: 'other' });
    await client.query('commit');
    client.release();
    await work();
    expect(await waiting()).toEqual([]);
  });

  test('a page that cannot be taken in keeps no other waiting, and a save gives it a new start', async () => {
    const other = await addPage('other');
    await pool().query(`
      create function tests_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'not this one';
      end $$;
      create trigger tests_refuse before insert on public.page_search for each row when (new.words like '%first%')
      execute function tests_refuse()`);
    expect(await work()).toBe(1);
    expect(await known(other)).toEqual({ content: 'other', known: 'other' });
    expect(await waiting()).toEqual([{ page_id: page, tries: 1, problem: 'not this one' }]);
    // Its time has not come.
    await work();
    expect(await waiting()).toMatchObject([{ tries: 1 }]);
    await pool().query("update public.page_work set due_at = now() - interval '1 second'");
    await work();
    expect(await waiting()).toMatchObject([{ tries: 2 }]);
    await as(pool(), ann, (client) => client.query(WRITE, [page, 'sound']));
    expect(await waiting()).toEqual([{ page_id: page, tries: 0, problem: null }]);
    expect(await work()).toBe(1);
    expect(await known(page)).toEqual({ content: 'sound', known: 'sound' });
    await pool().query('drop function tests_refuse() cascade');
  });

  test('a page that takes longer than the statement may is given up, and the others are taken in', async () => {
    const other = await addPage('other');
    await pool().query(`
      create function tests_sleep() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(60);
        return new;
      end $$;
      create trigger tests_sleep before insert on public.page_search for each row when (new.words like '%first%')
      execute function tests_sleep();
      update public.page_work set due_at = due_at - interval '1 second' where page_id = '${other}'`);
    const client = await pool().connect();
    await client.query("set statement_timeout = '300ms'");
    expect(only((await client.query(WORK)).rows)).toEqual({ done: 0 });
    expect(only((await client.query(WORK)).rows)).toEqual({ done: 1 });
    await client.query('reset statement_timeout');
    client.release();
    expect(await known(other)).toEqual({ content: 'other', known: 'other' });
    expect(await waiting()).toMatchObject([{ page_id: page, tries: 1 }]);
    await pool().query('drop function tests_sleep() cascade');
  });

  test('whatever saves, deletions and workers do at once, the search ends with what the pages say', async () => {
    // Long enough for others to come in the middle of the work.
    await pool().query(`
      create function tests_dawdle() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.02);
        return new;
      end $$;
      create trigger tests_dawdle before insert or update on public.page_search for each row execute function tests_dawdle()`);
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 24 }), async (steps) => {
        const pages = [page, await addPage('second'), await addPage('third')];
        const actors = await Promise.all(ACTORS.map(() => pool().connect()));
        const tails = ACTORS.map(() => Promise.resolve() as Promise<unknown>);
        let serial = 0;
        for (const { actor, at, act } of steps) {
          const client = actors[actor] as PoolClient;
          const text = `text ${serial++}`;
          const send = () => sendStep(client, ACTORS[actor] === 'worker', act, pages[at] ?? '', text);
          // A statement may wait for another actor's transaction.
          tails[actor] = (tails[actor] ?? Promise.resolve()).then(send, send);
          await Promise.race([tails[actor]?.catch(() => undefined), pause(15)]);
        }
        const ends = actors.map((client, actor) => {
          const commit = () => client.query('commit');
          return (tails[actor] ?? Promise.resolve()).then(commit, commit);
        });
        await Promise.all(ends);
        for (const client of actors) client.release();
        await pool().query('update public.page_work set due_at = now()');
        await work();
        expect(await waiting()).toEqual([]);
        for (const { content, known: found } of (await pool().query(KNOWN)).rows) expect(found).toBe(content);
      }),
      { numRuns: 40 },
    );
    await pool().query('drop function tests_dawdle() cascade');
  });
});

const ACTORS = ['saver', 'saver', 'worker', 'worker'] as const;
const STEP = fc.record({
  actor: fc.nat({ max: ACTORS.length - 1 }),
  at: fc.nat({ max: 2 }),
  act: fc.constantFrom('begin', 'write', 'write', 'archive', 'delete', 'commit', 'rollback'),
});

async function sendStep(client: PoolClient, isWorker: boolean, act: string, page: string, text: string) {
  if (act === 'begin' || act === 'commit' || act === 'rollback') return client.query(act);
  if (isWorker) return client.query(WORK);
  if (act === 'write') return client.query(WRITE, [page, text]);
  if (act === 'archive')
    return client.query('update public.pages set is_archived = not is_archived where id = $1', [page]);
  return client.query('delete from public.pages where id = $1', [page]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
