/** Two people act on one invitation, or on each other's rights, at the same moment. Needs a real Postgres. */
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, only, type Person } from '../people.ts';
import { runAs, useRaces } from './race.ts';

const ACCEPT = 'select public.accept_invitation($1)';
const REVOKE = 'select public.revoke_invitation($1)';
const RENEW = 'select public.renew_invitation($1)';
const DEMOTE =
  "update public.organization_members set role = 'member' where user_id = $1 and organization_id = $2";
const REMOVE = 'delete from public.organization_members where user_id = $1 and organization_id = $2';

interface Way {
  readonly id: string;
  readonly token: string;
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('at the same moment (needs TEST_DATABASE_URL)', () => {
  const { pool, race, newPerson } = useRaces();
  let olga: Person;
  let adam: Person;
  let nina: Person;
  let nils: Person;

  beforeEach(async () => {
    [olga, adam, nina, nils] = [
      await newPerson('Olga'),
      await newPerson('Adam'),
      await newPerson('Nina'),
      await newPerson('Nils'),
    ];
    await pool().query('update auth.users set email_confirmed_at = now()');
    await join(adam, 'admin');
  });

  const join = (person: Person, role: string) =>
    pool().query(
      'insert into public.organization_members (organization_id, user_id, role) values ($1, $2, $3)',
      [olga.organizationId, person.id, role],
    );
  const invite = (by: Person, address: string): Promise<Way> =>
    as(pool(), by, async (client) => {
      const sql = 'select id, token from public.create_invitations($1, array[$2])';
      return only((await client.query<Way>(sql, [olga.organizationId, address])).rows);
    });
  const joinLink = (maxUses: number | null): Promise<Way> =>
    as(pool(), olga, async (client) => {
      const sql = 'select id, token from public.create_join_link($1, max_uses => $2)';
      return only((await client.query<Way>(sql, [olga.organizationId, maxUses])).rows);
    });
  const run = (person: Person, sql: string, values: readonly unknown[]) =>
    runAs(person, (client) => client.query(sql, [...values]));
  const members = async () => {
    const { rows } = await pool().query<{ user_id: string }>(
      'select user_id from public.organization_members where organization_id = $1',
      [olga.organizationId],
    );
    return rows.map(({ user_id }) => user_id);
  };
  const usesOf = async ({ id }: Way) =>
    only(
      (
        await pool().query<{ uses: number }>(
          'select uses from public.organization_invitations where id = $1',
          [id],
        )
      ).rows,
    ).uses;

  test('an invitation that is being taken back lets nobody in', async () => {
    const way = await invite(olga, nina.email);
    const outcome = await race(run(adam, REVOKE, [way.id]), run(nina, ACCEPT, [way.token]));
    expect(outcome).toBe('TR021');
    expect(await members()).not.toContain(nina.id);
  });

  test('an invitation that is being accepted is not taken back', async () => {
    const way = await invite(olga, nina.email);
    const outcome = await race(run(nina, ACCEPT, [way.token]), run(adam, REVOKE, [way.id]));
    expect(outcome).toBe('done');
    expect(await members()).toContain(nina.id);
    const { rows } = await pool().query(
      'select revoked_at from public.organization_invitations where id = $1',
      [way.id],
    );
    expect(rows).toEqual([{ revoked_at: null }]);
  });

  test('a person who accepts twice at once joins once', async () => {
    const way = await invite(olga, nina.email);
    const outcome = await race(run(nina, ACCEPT, [way.token]), run(nina, ACCEPT, [way.token]));
    expect(outcome).toBe('done');
    expect((await members()).filter((id) => id === nina.id)).toHaveLength(1);
    expect(await usesOf(way)).toBe(1);
  });

  test('a link for one person lets one of two in', async () => {
    const way = await joinLink(1);
    const outcome = await race(run(nina, ACCEPT, [way.token]), run(nils, ACCEPT, [way.token]));
    expect(outcome).toBe('TR023');
    expect(await members()).not.toContain(nils.id);
    expect(await usesOf(way)).toBe(1);
  });

  test('a link for five people lets five of twelve in', async () => {
    const way = await joinLink(5);
    const people: Person[] = [];
    for (let number = 0; number < 12; number++) people.push(await newPerson('Many'));
    const outcomes = await Promise.all(
      people.map((person) =>
        as(pool(), person, (client) => client.query(ACCEPT, [way.token])).then(
          () => 'in',
          ({ code }) => code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'TR023')).toHaveLength(7);
    expect(await usesOf(way)).toBe(5);
    expect(await members()).toHaveLength(7);
  });

  test('of two links made for one address, one works', async () => {
    const way = await invite(olga, nina.email);
    const outcome = await race(run(olga, RENEW, [way.id]), run(adam, RENEW, [way.id]));
    expect(outcome).toBe('TR021');
    const { rows } = await pool().query(
      'select from public.organization_invitations where organization_id = $1 and revoked_at is null',
      [olga.organizationId],
    );
    expect(rows).toHaveLength(1);
  });

  test('two people who invite the same address leave one working link', async () => {
    const sql = 'select public.create_invitations($1, array[$2])';
    const values = [olga.organizationId, nina.email];
    expect(await race(run(olga, sql, values), run(adam, sql, values))).toBe('done');
    const { rows } = await pool().query(
      'select from public.organization_invitations where organization_id = $1 and revoked_at is null',
      [olga.organizationId],
    );
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['demoted', DEMOTE],
    ['removed', REMOVE],
  ])('an admin who is being %s no longer invites', async (_how, sql) => {
    const outcome = await race(
      run(olga, sql, [adam.id, olga.organizationId]),
      run(adam, 'select public.create_join_link($1)', [olga.organizationId]),
    );
    expect(outcome).toBe('TR042');
  });

  test.each([
    ['demoted', DEMOTE],
    ['removed', REMOVE],
  ])('an invitation that an admin makes while being %s is taken back', async (_how, sql) => {
    const outcome = await race(
      run(adam, 'select public.create_join_link($1)', [olga.organizationId]),
      run(olga, sql, [adam.id, olga.organizationId]),
    );
    expect(outcome).toBe('done');
    const { rows } = await pool().query(
      'select from public.organization_invitations where organization_id = $1 and revoked_at is null',
      [olga.organizationId],
    );
    expect(rows).toHaveLength(0);
  });

  test('of two handovers, one counts', async () => {
    await join(nina, 'member');
    const memberId = async (person: Person) =>
      only(
        (
          await pool().query<{ id: string }>(
            'select id from public.organization_members where user_id = $1 and organization_id = $2',
            [person.id, olga.organizationId],
          )
        ).rows,
      ).id;
    const sql = 'select public.hand_over_ownership($1, $2)';
    const outcome = await race(
      run(olga, sql, [olga.organizationId, await memberId(adam)]),
      run(olga, sql, [olga.organizationId, await memberId(nina)]),
    );
    expect(outcome).toBe('TR043');
    const { rows } = await pool().query(
      "select user_id from public.organization_members where organization_id = $1 and role = 'owner'",
      [olga.organizationId],
    );
    expect(rows).toEqual([{ user_id: adam.id }]);
  });

  test('a workspace that is deleted while somebody accepts lets nobody in', async () => {
    const way = await invite(olga, nina.email);
    await as(pool(), olga, (client) =>
      client.query("insert into public.organizations (name) values ('Another')"),
    );
    const outcome = await race(
      run(olga, 'delete from public.organizations where id = $1', [olga.organizationId]),
      run(nina, ACCEPT, [way.token]),
    );
    expect(outcome).toBe('TR020');
  });

  test('renewing waits for an invitation of the same address at the same moment', async () => {
    const way = await invite(olga, nina.email);
    const sql = 'select public.create_invitations($1, array[$2])';
    const inviteTwo = async (client: PoolClient, waiting: Promise<void>) => {
      await client.query(sql, [olga.organizationId, nils.email]);
      await waiting;
      await client.query(sql, [olga.organizationId, nina.email]);
    };
    const outcome = await race(runAs(olga, inviteTwo), run(adam, RENEW, [way.id]));
    expect(outcome).toBe('TR021');
  });

  test('nobody is invited into a workspace that is being deleted', async () => {
    await as(pool(), olga, (client) =>
      client.query("insert into public.organizations (name) values ('Another')"),
    );
    const remove = async (client: PoolClient, waiting: Promise<void>) => {
      await client.query('select from public.organizations where id = $1 for update', [olga.organizationId]);
      await waiting;
      await client.query('delete from public.organizations where id = $1', [olga.organizationId]);
    };
    const outcome = await race(
      runAs(olga, remove),
      run(adam, 'select public.create_join_link($1)', [olga.organizationId]),
    );
    expect(outcome).toBe('TR042');
  });

  test('a removed member’s save is refused', async () => {
    const page = await as(pool(), olga, async (client) =>
      only(
        (
          await client.query<{ id: string }>(
            'insert into public.pages (organization_id, order_index) values ($1, 1) returning id',
            [olga.organizationId],
          )
        ).rows,
      ),
    );
    await as(pool(), olga, (client) => client.query(REMOVE, [adam.id, olga.organizationId]));
    const saved = await as(pool(), adam, (client) =>
      client.query("update public.pages set content = 'mine' where id = $1", [page.id]),
    );
    expect(saved.rowCount).toBe(0);
  });
});
