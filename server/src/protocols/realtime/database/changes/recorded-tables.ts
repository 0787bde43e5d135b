/**
 * Attaches the trigger that records changes to tables that somebody subscribes to, and takes it off tables that are no
 * longer published. A table that was never subscribed to costs nothing.
 */
import type { Database, Transaction } from '../../../../database/database.ts';
import { quote } from './match-sql.ts';
import { ALL_TABLES, type PublishedTable, TRIGGER } from './published-table.ts';

// A trigger waits for the transactions that write the table, and those that come after wait for it.
const LONGEST_LOCK_MS = 2000;

export async function findPublishedTables(
  database: Pick<Database, 'asOwner'>,
): Promise<readonly PublishedTable[]> {
  const { rows } = await database.asOwner((transaction) => transaction.last<PublishedTable>(ALL_TABLES));
  return rows;
}

/** A process that does the same at once waits. */
export async function recordChangesOf(
  database: Pick<Database, 'asOwner'>,
  tables: readonly PublishedTable[],
): Promise<void> {
  for (const { schema, name, isRecorded } of tables) {
    if (isRecorded) continue;
    await database.asOwner(async (transaction) => {
      await limitLocks(transaction);
      await transaction.query({
        text: `create or replace trigger ${TRIGGER} after insert or update or delete on ${quote(schema)}.${quote(name)}
          for each row execute function realtime.record_change()`,
      });
    });
  }
}

export async function stopRecordingUnpublished(database: Pick<Database, 'asOwner'>): Promise<void> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ schema: string; name: string }>({
      text: `select nspname as schema, relname as name from pg_trigger
        join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
        where tgname = '${TRIGGER}' and tgparentid = 0 and not exists (
          select from pg_publication_tables
          where pubname = 'supabase_realtime' and schemaname = nspname and tablename = relname)`,
    }),
  );
  for (const { schema, name } of rows) {
    await database.asOwner(async (transaction) => {
      await limitLocks(transaction);
      await transaction.query({
        text: `drop trigger if exists ${TRIGGER} on ${quote(schema)}.${quote(name)}`,
      });
    });
  }
}

function limitLocks(transaction: Transaction): Promise<unknown> {
  return transaction.query({ text: `select set_config('lock_timeout', '${LONGEST_LOCK_MS}ms', true)` });
}
