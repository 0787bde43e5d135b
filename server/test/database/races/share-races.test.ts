/**
 * A page stops being public while its subpages are shared. Needs a real Postgres; the embedded one has a single
 * connection, so nothing there happens at once.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { as, only, type Person } from '../people.ts';
import { runAs, useRaces } from './race.ts';

const ADD = "insert into public.pages (organization_id, visibility) values ($1, 'public') returning id";
const SHARE =
  'insert into public.page_shares (page_id, organization_id, with_subpages) values ($1, $2, true)';
const END = "update public.pages set visibility = 'workspace' where id = $1";

describe.skipIf(!process.env.TEST_DATABASE_URL)('sharing at once (needs TEST_DATABASE_URL)', () => {
  const { pool, race, newPerson } = useRaces();
  let ann: Person;
  let page: string;

  beforeEach(async () => {
    ann = await newPerson('Ann');
    page = await as(pool(), ann, async (client) => {
      const { rows } = await client.query<{ id: string }>(ADD, [ann.organizationId]);
      return only(rows).id;
    });
  });

  const share = () => runAs(ann, (client) => client.query(SHARE, [page, ann.organizationId]));
  const end = () => runAs(ann, (client) => client.query(END, [page]));
  const shares = async () =>
    (await pool().query('select from public.page_shares where page_id = $1', [page])).rowCount;

  test('subpages are not shared with a page that is being taken back', async () => {
    expect(await race(end(), share())).toBe('TR019');
    expect(await shares()).toBe(0);
  });

  test('a page that is taken back takes along what is being shared with it', async () => {
    expect(await race(share(), end())).toBe('done');
    expect(await shares()).toBe(0);
  });

  test('two people share at once, and both choices stay', async () => {
    const again = `${SHARE} on conflict (page_id) do update set is_indexed = true`;
    const second = runAs(ann, (client) => client.query(again, [page, ann.organizationId]));
    expect(await race(share(), second)).toBe('done');
    const { rows } = await pool().query(
      'select with_subpages, is_indexed from public.page_shares where page_id = $1',
      [page],
    );
    expect(rows).toEqual([{ with_subpages: true, is_indexed: true }]);
  });
});
