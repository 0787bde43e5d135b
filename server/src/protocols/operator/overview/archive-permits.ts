/** Permissions to download a backup: rows of trellis_server.archive_permits, of which each works once. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../database/database.ts';

/** @returns its id */
export async function insertPermit(transaction: Transaction, lifetimeSeconds: number): Promise<string> {
  const id = randomUUID();
  await transaction.query({
    text: 'delete from trellis_server.archive_permits where until < clock_timestamp()',
  });
  await transaction.query({
    text: `insert into trellis_server.archive_permits (id, until)
      values ($1, clock_timestamp() + make_interval(secs => $2))`,
    values: [id, lifetimeSeconds],
  });
  return id;
}

/** Uses a permission up. @returns false when it was used before, or is too old */
export async function usePermit(transaction: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: 'delete from trellis_server.archive_permits where id = $1 and until > clock_timestamp()',
    values: [id],
  });
  return rowCount > 0;
}
