/** A migrated database for the tests of Realtime's database half, and a line to it that can be cut. */
import type { Database, Listener } from '../../src/database/database.ts';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { migrate } from '../../src/database/migrate/migrate.ts';
import { PooledDatabase } from '../../src/database/pooled-database.ts';
import { createTestDatabase } from '../support/test-database.ts';

export interface RealtimeTestDatabase extends AsyncDisposable {
  readonly database: PooledDatabase;
  /** Runs plain SQL as the owner. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export async function openRealtimeTest(): Promise<RealtimeTestDatabase> {
  const created = await createTestDatabase();
  const engine = await openEngine(created.config);
  await migrate(engine.pool);
  const database = new PooledDatabase(engine, 10);
  return {
    database,
    sql: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await engine.pool.query<Row>(text, [...values])).rows,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await created[Symbol.asyncDispose]();
    },
  };
}

/** The database, with notifications that get lost while the line is cut. */
export function withLine(database: Database): {
  readonly database: Pick<Database, 'asOwner' | 'asCaller' | 'listen'>;
  cut(): void;
  restore(): void;
  /** The number of transactions as owner so far. */
  transactions(): number;
  /** The number of those as a caller. */
  calls(): number;
} {
  const listeners: Listener[] = [];
  let isCut = false;
  let transactions = 0;
  let calls = 0;
  const tell = (connected: boolean) => {
    isCut = !connected;
    for (const listener of listeners) listener.onConnection(connected);
  };
  return {
    database: {
      asOwner: (work, options) => {
        transactions++;
        return database.asOwner(work, options);
      },
      asCaller: (caller, options, work) => {
        calls++;
        return database.asCaller(caller, options, work);
      },
      listen: (channel, listener) => {
        listeners.push(listener);
        return database.listen(channel, {
          onMessage: (payload) => {
            if (!isCut) listener.onMessage(payload);
          },
          onConnection: (connected) => listener.onConnection(connected),
        });
      },
    },
    cut: () => tell(false),
    restore: () => tell(true),
    transactions: () => transactions,
    calls: () => calls,
  };
}
