/** A snapshot on a connection of a pool, which others do without meanwhile. */
import type { Pool } from 'pg';
import type { Snapshot } from '../snapshot.ts';
import { PLAIN_TEXT } from '../tables/plain-text.ts';

export async function beginSnapshot(pool: Pool): Promise<Snapshot> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(PLAIN_TEXT);
    // The state is that of the first statement which looks.
    await client.query('select 1');
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
    },
  };
}
