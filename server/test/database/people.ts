/** People with accounts, and transactions on their behalf as the Data API opens them, for tests in plain SQL. */
import type { Pool, PoolClient } from 'pg';

export interface Person {
  readonly id: string;
  readonly email: string;
  /** The workspace that came with the account. */
  readonly organizationId: string;
}

/** @param name unique within the database */
export async function createPerson(pool: Pool, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.test`;
  const account = await pool.query<{ id: string }>(
    `insert into auth.users (id, email, raw_user_meta_data)
     values (gen_random_uuid(), $2, jsonb_build_object('full_name', $1::text))
     returning id`,
    [name, email],
  );
  const id = only(account.rows).id;
  const organization = await pool.query<{ id: string }>(
    'select organization_id as id from public.organization_members where user_id = $1',
    [id],
  );
  return { id, email, organizationId: only(organization.rows).id };
}

/** Begins a transaction as the person; the caller ends it. */
export async function beginAs(client: PoolClient, person: Person): Promise<void> {
  await client.query('begin');
  await client.query(
    "select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)",
    [JSON.stringify({ sub: person.id, role: 'authenticated' })],
  );
}

/** Does something as the person and keeps it. */
export async function as<T>(
  pool: Pool,
  person: Person,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await beginAs(client, person);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** @throws {Error} unless there is exactly one */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one.`);
  return row;
}
