/** `postgres_changes`: tells subscribers which rows of published tables changed, as far as policies show them those rows. */
import type { Database } from '../../../../database/database.ts';
import type { Observe } from '../../../../observe/observation.ts';
import type { PostgresChanges } from '../../contracts.ts';
import { type Feed, followCommits, type Horizon } from '../commit-follower.ts';
import { type Binding, parseBinding } from './binding.ts';
import {
  changeData,
  LARGEST_CHANGE_BYTES,
  type RecordedChange,
  refusedData,
  SMALL_VALUE_BYTES,
} from './change-data.ts';
import { evaluate, type Hit } from './evaluate.ts';
import type { PublishedTable } from './published-table.ts';
import { findPublishedTables, recordChangesOf, stopRecordingUnpublished } from './recorded-tables.ts';
import { checkBinding, isAbout, type Subscription } from './subscription.ts';

const CHANNEL = 'realtime_changes';
const MOST_AT_ONCE = 100;
// How many changes and subscriptions are weighed at once, which bounds the memory that it takes.
const MOST_PAIRS = 50_000;
const PUBLICATION_MS = 60_000;
// The catalogue takes longer to read than a change. Policies are asked for every change.
const TABLES_TRUSTED_MS = 1000;

type Needs = Pick<Database, 'asOwner' | 'asCaller' | 'listen'>;

/** How far the recorded changes of some transactions were handed out. */
interface Place {
  readonly transaction: string;
  readonly id: string;
}

/** Follows the database until it is stopped. */
export async function followPostgresChanges(
  database: Needs,
  observe: Observe,
): Promise<PostgresChanges & { stop(): void; followPublication(): Promise<void> }> {
  const subscriptions = new Set<Subscription>();
  let reached: Place | undefined;
  let known: { readonly tables: readonly PublishedTable[]; readonly until: number } | undefined;

  async function findTables(): Promise<readonly PublishedTable[]> {
    const tables = await findPublishedTables(database);
    known = { tables, until: performance.now() + TABLES_TRUSTED_MS };
    return tables;
  }

  async function tablesOf(changes: readonly RecordedChange[]): Promise<readonly PublishedTable[]> {
    if (!known || known.until < performance.now()) return findTables();
    const { tables } = known;
    const areKnown = changes.every(({ relation }) => tables.some(({ oid }) => oid === relation));
    return areKnown ? tables : findTables();
  }

  async function handOut(transactions: readonly string[]): Promise<void> {
    for (let isMore = subscriptions.size > 0; isMore; ) {
      const limit = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(MOST_PAIRS / subscriptions.size)));
      const changes = await readPage(database, transactions, reached, columnsOf(subscriptions), limit);
      const tables = await tablesOf(changes);
      const hits: Hit[] = [];
      for (const [oid, some] of Map.groupBy(changes, ({ relation }) => relation)) {
        const table = tables.find((published) => published.oid === oid);
        if (table) hits.push(...(await evaluate({ database, observe }, table, some, subscriptions)));
      }
      reached = changes.at(-1) ?? reached;
      isMore = changes.length === limit && subscriptions.size > 0;
      deliver(changes, hits, observe);
    }
  }

  /** A table that was published since somebody subscribed to all tables is recorded from then on. */
  async function followPublication(): Promise<void> {
    const bindings = [...subscriptions].flatMap((subscription) => subscription.bindings);
    const published = bindings.length > 0 ? await findTables() : [];
    await recordChangesOf(
      database,
      published.filter((table) => bindings.some((binding) => isAbout(binding, table))),
    );
    await stopRecordingUnpublished(database);
  }

  const feed: Feed = {
    channel: CHANNEL,
    key: (transaction) => transaction,
    findSince: (horizon) => findSince(database, horizon),
    take: handOut,
  };
  const follower = await followCommits(database, feed, observe);
  const timer = setInterval(() => {
    followPublication().catch((error: unknown) => observe({ kind: 'background-failed', error }));
  }, PUBLICATION_MS).unref();
  return {
    subscribe: async (caller, asked, listener) => {
      const bindings = asked.map(parseBinding);
      const published = await findTables();
      for (const binding of bindings)
        await recordChangesOf(database, await checkBinding(database, caller, binding, published));
      const callerKey = JSON.stringify([caller.role, caller.claims]);
      const subscription: Subscription = { caller, callerKey, bindings, listener, isClosed: false };
      subscriptions.add(subscription);
      return {
        close: () => {
          subscription.isClosed = true;
          subscriptions.delete(subscription);
        },
      };
    },
    followPublication,
    stop: () => {
      clearInterval(timer);
      follower.stop();
    },
  };
}

/** In the order of the commits. A client that asks for several things gets one message for those that look the same. */
function deliver(changes: readonly RecordedChange[], hits: readonly Hit[], observe: Observe): void {
  const byChange = Map.groupBy(hits, ({ change }) => change);
  for (const change of changes) {
    const written = new Map<string, string>();
    const ofChange = byChange.get(change) ?? [];
    for (const [subscription, own] of Map.groupBy(ofChange, (hit) => hit.subscription)) {
      for (const alike of Map.groupBy(own, ({ binding }) => selectKey(binding)).values()) {
        const [first] = alike;
        if (!first || subscription.isClosed) continue;
        const key = `${subscription.caller.role} ${selectKey(first.binding)}`;
        const data = written.get(key) ?? dataOf(first);
        written.set(key, data);
        const ids = alike.map(({ binding }) => binding.id);
        // A listener that throws keeps no other from the change.
        try {
          subscription.listener({ ids, type: change.action, data });
        } catch (error) {
          observe({ kind: 'background-failed', error });
        }
      }
    }
  }
}

function dataOf({ table, change, subscription, binding, refusal }: Hit): string {
  return refusal
    ? refusedData(table, change, refusal)
    : changeData(table, change, subscription.caller.role, binding.select);
}

function selectKey({ select }: Binding): string {
  return JSON.stringify(select ?? null);
}

function columnsOf(subscriptions: Iterable<Subscription>): string[] {
  const filters = [...subscriptions].flatMap(({ bindings }) =>
    bindings.flatMap((binding) => binding.filters),
  );
  return [...new Set(filters.map(({ column }) => column))];
}

/** @param columns to read whole even when the change is large */
async function readPage(
  database: Pick<Database, 'asOwner'>,
  transactions: readonly string[],
  reached: Place | undefined,
  columns: readonly string[],
  limit: number,
): Promise<readonly RecordedChange[]> {
  const done = transactions.indexOf(reached?.transaction ?? '');
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<RecordedChange>({
      name: 'realtime_read_changes',
      text: `select change.id::text, change.transaction::text, relation, action,
          to_char(recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
          bytes > ${LARGEST_CHANGE_BYTES} as "isLarge", ${rowSql('record')} as record, ${rowSql('old_record')} as "oldRecord"
          from unnest($1::xid8[]) with ordinality as told (transaction, n)
          join realtime.changes as change on change.transaction = told.transaction,
          lateral (select coalesce(octet_length(record::text), 0) + coalesce(octet_length(old_record::text), 0) as bytes)
            as size,
          lateral (select array_agg(attname::text) as names from pg_index
            join pg_attribute on attrelid = indrelid and attnum = any (indkey)
            where indrelid = relation and indisprimary) as keys
          where (n, change.id) > ($2, $3::bigint) order by n, change.id limit $5`,
      values: [transactions, done + 1, done < 0 ? '0' : (reached?.id ?? '0'), columns, limit],
    }),
  );
  return rows;
}

const rowSql = (column: string) => `(select json_object_agg(key, value::text) from jsonb_each(${column})
  where bytes <= ${LARGEST_CHANGE_BYTES} or octet_length(value::text) <= ${SMALL_VALUE_BYTES}
    or key = any ($4::text[]) or key = any (names))`;

async function findSince(
  database: Pick<Database, 'asOwner'>,
  { transaction: oldest }: Horizon,
): Promise<readonly string[]> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ transaction: string }>({
      text: `select transaction::text from realtime.changes where transaction >= $1::xid8
        group by transaction order by max(recorded_at)`,
      values: [String(oldest)],
    }),
  );
  return rows.map(({ transaction }) => transaction);
}
