/**
 * Two people open or save one page's document at the same moment. Needs a real Postgres; the embedded one has a single
 * connection, so nothing there happens at once.
 */
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, only, type Person } from '../people.ts';
import { runAs, useRaces } from './race.ts';

const OPEN = 'select *, version::text from public.open_page_document($1)';
const SAVE = `select number, is_taken, is_written, updates, content
  from public.save_page_document($1, $2, $3, $4::timestamptz, $5, $6, adopts => $7)`;
const HIDE = "update public.pages set visibility = 'private' where id = $1";
const WRITE = 'update public.pages set content = $2 where id = $1';

interface Document {
  readonly epoch: string;
  readonly number: string;
  readonly version: string;
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('at the same moment (needs TEST_DATABASE_URL)', () => {
  const { pool, race, newPerson } = useRaces();
  let ann: Person;
  let bob: Person;
  let page: string;

  beforeEach(async () => {
    ann = await newPerson('Ann');
    bob = await newPerson('Bob');
    await pool().query(
      "insert into public.organization_members (organization_id, user_id, role) values ($1, $2, 'member')",
      [ann.organizationId, bob.id],
    );
    page = await as(pool(), ann, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        "insert into public.pages (organization_id, content) values ($1, 'Hello') returning id",
        [ann.organizationId],
      );
      return only(rows).id;
    });
  });

  const open = async (client: PoolClient) => only((await client.query<Document>(OPEN, [page])).rows);
  const opened = () => as(pool(), ann, open);
  const save = async (client: PoolClient, { epoch, version }: Document, text: string, adopts = false) =>
    (await client.query(SAVE, [page, epoch, 0, version, 'AAAA', JSON.stringify({ content: text }), adopts]))
      .rows[0];

  test('two who open a page begin one document', async () => {
    const answers: Document[] = [];
    const outcome = await race(
      runAs(ann, async (client) => answers.push(await open(client))),
      runAs(bob, async (client) => answers.push(await open(client))),
    );
    expect(outcome).toBe('done');
    expect(new Set(answers.map(({ epoch }) => epoch)).size).toBe(1);
  });

  test('two updates get two numbers, and the second one the first', async () => {
    const document = await opened();
    const answers: unknown[] = [];
    const outcome = await race(
      runAs(ann, async (client) => answers.push(await save(client, document, 'Ann'))),
      runAs(bob, async (client) => answers.push(await save(client, document, 'Bob'))),
    );
    expect(outcome).toBe('done');
    expect(answers).toMatchObject([
      { number: '1', is_taken: true, is_written: true, updates: [] },
      { number: '2', is_taken: true, is_written: false, updates: [{ number: 1, by: ann.id }] },
    ]);
  });

  test('one of two adopts a text', async () => {
    const { epoch } = await opened();
    await as(pool(), bob, (client) => client.query(WRITE, [page, 'Hello World']));
    const document = { ...(await opened()), epoch };
    const answers: unknown[] = [];
    const outcome = await race(
      runAs(ann, async (client) => answers.push(await save(client, document, 'Hello World', true))),
      runAs(bob, async (client) => answers.push(await save(client, document, 'Hello World', true))),
    );
    expect(outcome).toBe('done');
    expect(answers).toMatchObject([
      { number: '1', is_taken: true, is_written: true },
      { number: '1', is_taken: false, is_written: false, updates: [{ number: 1 }] },
    ]);
  });

  test('no document begins anew in the middle of a save', async () => {
    const document = await opened();
    await pool().query(
      "update public.page_documents set bytes = bytes + 70000, updated_at = now() - interval '9 hours' where page_id = $1",
      [page],
    );
    let second: Document | undefined;
    const outcome = await race(
      runAs(ann, (client) => save(client, document, 'Ann')),
      runAs(bob, async (client) => {
        second = await open(client);
      }),
    );
    expect(outcome).toBe('done');
    expect(second).toMatchObject({ epoch: document.epoch, number: '1' });
  });

  test('nothing is saved on a page that is being hidden, nor opened', async () => {
    const document = await opened();
    let answer: unknown;
    const outcome = await race(
      runAs(ann, (client) => client.query(HIDE, [page])),
      runAs(bob, async (client) => {
        answer = await save(client, document, 'Bob');
      }),
    );
    expect([outcome, answer]).toEqual(['done', undefined]);
    expect(await opened()).toMatchObject({ number: '0' });
  });

  test('a save does not wait for an account that is being deleted', async () => {
    const document = await opened();
    await as(pool(), ann, (client) => save(client, document, 'Ann'));
    await as(pool(), bob, (client) => save(client, document, 'Bob'));
    const { version } = await opened();
    const going = await pool().connect();
    try {
      await going.query('begin');
      await going.query('select from public.user_profiles where id = $1 for update', [bob.id]);
      await as(pool(), ann, (client) =>
        client.query(SAVE, [page, document.epoch, 2, version, null, '{"content": "Both"}', false]),
      );
    } finally {
      await going.query('rollback');
      going.release();
    }
    const { rows } = await pool().query(
      `select person from public.page_version_authors
       where version_id = (select id from public.page_versions where page_id = $1 order by updated_at desc limit 1)`,
      [page],
    );
    expect(rows).toEqual([{ person: ann.id }]);
  });
});
