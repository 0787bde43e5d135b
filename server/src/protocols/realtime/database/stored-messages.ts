/** Hands out each new row of `realtime.messages` once, and reads old ones again for those who join late. */
import type { Database } from '../../../database/database.ts';
import type { Observe } from '../../../observe/observation.ts';
import type { StoredMessage, StoredMessages } from '../contracts.ts';
import { type Feed, followCommits, type Horizon } from './commit-follower.ts';

const CHANNEL = 'realtime_messages';
const MOST_REPLAYED = 25;
// A message that was written longer ago than this by a transaction that is still open may be missed, should the
// connection that listens be lost just then.
const LONGEST_TRANSACTION_MS = 60 * 60_000;
// A notification's form: see realtime.tell_message().
const NOTIFICATION = /^(?<id>[0-9a-f-]{36}) (?<kind>private|public)(?: (?<topic>.*))?$/s;

interface Row {
  readonly id: string;
  readonly topic: string;
  readonly event: string;
  readonly private: boolean;
  readonly json: string | null;
  readonly bytes: Buffer | null;
}

type Wants = (topic: string, isPrivate: boolean) => boolean;

interface Reader {
  readonly listener: (message: StoredMessage) => void;
  readonly wants: Wants;
}

// JSON is taken as text, which is sent on as it is.
const COLUMNS = 'id, topic, event, private, payload::text as json, binary_payload as bytes';
// Two transactions may begin in the same moment (PGlite's clock tells milliseconds), and one may send several messages.
const OLDEST_FIRST = 'inserted_at, age(xmin) desc, cmin::text::bigint, ctid';
const NEWEST_FIRST = 'inserted_at desc, age(xmin), cmin::text::bigint desc, ctid desc';
const BYTES = 'greatest(octet_length(payload::text), octet_length(binary_payload))';

export interface StoredMessagesOptions {
  /** Larger payloads are not sent. */
  readonly mostBytes: number;
}

/** Follows the database until it is stopped. */
export async function followStoredMessages(
  database: Pick<Database, 'asOwner' | 'listen'>,
  { mostBytes }: StoredMessagesOptions,
  observe: Observe,
): Promise<StoredMessages & { stop(): void }> {
  const readers = new Set<Reader>();

  const isWanted = (message: string): boolean => {
    const { kind, topic } = NOTIFICATION.exec(message)?.groups ?? {};
    if (kind === undefined) return false;
    // A topic that is too long for a notification is known when the row is read.
    return [...readers].some(({ wants }) => topic === undefined || wants(topic, kind === 'private'));
  };

  const feed: Feed = {
    channel: CHANNEL,
    key: (message) => message.slice(0, 36),
    findSince: (horizon) => findSince(database, horizon),
    take: async (messages) => {
      const ids = messages.filter(isWanted).map((message) => message.slice(0, 36));
      if (ids.length === 0) return;
      const rows = await read(database, ids, mostBytes);
      for (const id of ids) {
        const row = rows.get(id);
        if (row === undefined) continue;
        for (const { listener, wants } of readers) {
          // A listener that throws keeps no other from the message, and does not get it twice.
          try {
            if (wants(row.topic, row.private)) listener(row);
          } catch (error) {
            observe({ kind: 'background-failed', error });
          }
        }
      }
    },
  };
  const follower = await followCommits(database, feed, observe);
  return {
    onMessage: (listener, wants = () => true) => {
      const reader = { listener, wants };
      readers.add(reader);
      return () => void readers.delete(reader);
    },
    replay: (topic, sinceMs, limit) => replay(database, { topic, sinceMs, limit, mostBytes }),
    stop: () => follower.stop(),
  };
}

async function read(
  database: Pick<Database, 'asOwner'>,
  ids: readonly string[],
  mostBytes: number,
): Promise<ReadonlyMap<string, StoredMessage>> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<Row>({
      name: 'realtime_read_messages',
      text: `select ${COLUMNS} from realtime.messages
        where id = any($1::uuid[]) and ${BYTES} <= $2`,
      values: [ids, mostBytes],
    }),
  );
  return new Map(rows.flatMap((row) => messageOf(row) ?? []).map((message) => [message.id, message]));
}

/** Rows of transactions that had not ended at the horizon, in the form of notifications. */
async function findSince(
  database: Pick<Database, 'asOwner'>,
  { transaction: oldest, timeMs }: Horizon,
): Promise<readonly string[]> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ notification: string }>({
      text: `select concat(id, case when private then ' private' else ' public' end) as notification
        from realtime.messages
        where inserted_at >= to_timestamp($1::float8 / 1000) at time zone 'utc' and age(xmin) <= age($2::xid8::xid)
          and event is not null and private is not null and (payload is not null or binary_payload is not null)
        order by ${OLDEST_FIRST}`,
      values: [timeMs - LONGEST_TRANSACTION_MS, String(oldest)],
    }),
  );
  return rows.map(({ notification }) => notification);
}

async function replay(
  database: Pick<Database, 'asOwner'>,
  wanted: {
    readonly topic: string;
    readonly sinceMs: number;
    readonly limit: number;
    readonly mostBytes: number;
  },
): Promise<readonly StoredMessage[]> {
  const limit = Math.max(1, Math.min(Math.trunc(wanted.limit), MOST_REPLAYED));
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<Row>({
      name: 'realtime_replay',
      text: `select ${COLUMNS} from realtime.messages
        where topic = $1 and private and extension = 'broadcast' and event is not null and ${BYTES} <= $4
          and inserted_at >= to_timestamp($2::float8 / 1000) at time zone 'utc'
          and inserted_at < now() at time zone 'utc' + interval '1 minute'
        order by ${NEWEST_FIRST} limit $3`,
      values: [wanted.topic, wanted.sinceMs, limit, wanted.mostBytes],
    }),
  );
  return rows.toReversed().flatMap((row) => messageOf(row) ?? []);
}

function messageOf({ json, bytes, ...message }: Row): StoredMessage | undefined {
  if (bytes !== null) return { ...message, payload: { encoding: 'binary', bytes } };
  return json === null ? undefined : { ...message, payload: { encoding: 'json', text: json } };
}
