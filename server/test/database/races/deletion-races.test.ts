/**
 * Deleting an account while something happens that changes what may go. Needs a real Postgres; the embedded one
 * has a single connection, so nothing there happens at once.
 */
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { only, type Person } from '../people.ts';
import { useRaces } from './race.ts';

type Deed = (client: PoolClient) => Promise<unknown>;

const JOIN = 'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)';
const SET_ROLE =
  'update public.organization_members set role = $3 where organization_id = $1 and user_id = $2';
const LEAVE = 'delete from public.organization_members where organization_id = $1 and user_id = $2';
const FOUND = "insert into public.organizations (name) values ('Another')";

describe.skipIf(!process.env.TEST_DATABASE_URL)('an account is deleted (needs TEST_DATABASE_URL)', () => {
  const { pool, race: raceOf, newPerson } = useRaces();
  let ann: Person;
  let bob: Person;

  beforeEach(async () => {
    ann = await newPerson('Ann');
    bob = await newPerson('Bob');
  });

  const query =
    (text: string, values: unknown[]): Deed =>
    (client) =>
      client.query(text, values);
  const deletion = (...organizations: string[]) =>
    query('select public.delete_my_account($1)', [organizations]);
  const annsWorkspace = () => ann.organizationId;

  async function exists(table: 'auth.users' | 'public.organizations', id: string): Promise<boolean> {
    const { rowCount } = await pool().query(`select from ${table} where id = $1`, [id]);
    return rowCount === 1;
  }

  test('a person who joins meanwhile keeps the workspace: the account stays', async () => {
    // Joining is a matter of functions, which bypass row-level security.
    const outcome = await race(
      asOwner,
      query(JOIN, [annsWorkspace(), bob.id, 'member']),
      asPerson(ann),
      deletion(annsWorkspace()),
    );
    expect(outcome).toBe('TR031');
    expect(await exists('public.organizations', annsWorkspace())).toBe(true);
  });

  test('nobody joins a workspace that is being deleted', async () => {
    const outcome = await race(
      asPerson(ann),
      deletion(annsWorkspace()),
      asOwner,
      query(JOIN, [annsWorkspace(), bob.id, 'member']),
    );
    expect(outcome).toBe('23503');
    expect(await exists('public.organizations', annsWorkspace())).toBe(false);
  });

  test('a person made the only owner meanwhile stays', async () => {
    await pool().query(JOIN, [bob.organizationId, ann.id, 'owner']);
    const outcome = await race(
      asPerson(bob),
      query(SET_ROLE, [bob.organizationId, bob.id, 'member']),
      asPerson(ann),
      deletion(annsWorkspace()),
    );
    expect(outcome).toBe('TR031');
    expect(await exists('auth.users', ann.id)).toBe(true);
  });

  test('the other owner cannot step down while the first one goes', async () => {
    await pool().query(JOIN, [bob.organizationId, ann.id, 'owner']);
    const outcome = await race(
      asPerson(ann),
      deletion(annsWorkspace()),
      asPerson(bob),
      query(SET_ROLE, [bob.organizationId, bob.id, 'member']),
    );
    expect(outcome).toBe('TR002');
    expect(await exists('auth.users', ann.id)).toBe(false);
  });

  test('a workspace that others have left meanwhile goes only when it was named', async () => {
    await pool().query(JOIN, [annsWorkspace(), bob.id, 'owner']);
    const leave = query(LEAVE, [annsWorkspace(), bob.id]);
    expect(await race(asPerson(bob), leave, asPerson(ann), deletion())).toBe('TR032');
    expect(await exists('auth.users', ann.id)).toBe(true);
  });

  test('of two owners who go at once, one does', async () => {
    await pool().query(JOIN, [annsWorkspace(), bob.id, 'owner']);
    await pool().query(JOIN, [annsWorkspace(), (await newPerson('Eve')).id, 'member']);
    const outcome = await race(
      asPerson(ann),
      deletion(annsWorkspace()),
      asPerson(bob),
      deletion(annsWorkspace(), bob.organizationId),
    );
    expect(outcome).toBe('TR031');
    expect(await exists('auth.users', bob.id)).toBe(true);
  });

  test('two windows delete it once', async () => {
    const outcome = await race(
      asPerson(ann),
      deletion(annsWorkspace()),
      asPerson(ann),
      deletion(annsWorkspace()),
    );
    expect(outcome).toBe('TR030');
  });

  test('nobody founds or joins a workspace on the way out', async () => {
    expect(await race(asPerson(ann), deletion(annsWorkspace()), asPerson(ann), query(FOUND, []))).toBe(
      '23503',
    );
    const eve = await newPerson('Eve');
    const join = query(JOIN, [bob.organizationId, eve.id, 'owner']);
    expect(await race(asPerson(eve), deletion(eve.organizationId), asOwner, join)).toBe('23503');
  });

  const asOwner = (client: PoolClient) => client.query('begin');

  /** Acts as the person, with a session just begun by password. */
  function asPerson({ id }: Person) {
    return async (client: PoolClient) => {
      await client.query("update auth.users set encrypted_password = 'a hash' where id = $1", [id]);
      const { rows } = await client.query<{ id: string }>(
        "insert into auth.sessions (user_id, refresh_token_hmac_key) values ($1, 'x') returning id",
        [id],
      );
      const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
      const claims = { sub: id, role: 'authenticated', session_id: only(rows).id, amr };
      await client.query('begin');
      await client.query(
        "select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)",
        [JSON.stringify(claims)],
      );
    };
  }

  const race = (beFirst: Deed, first: Deed, beSecond: Deed, second: Deed) =>
    raceOf({ begin: beFirst, work: first }, { begin: beSecond, work: second });
});
