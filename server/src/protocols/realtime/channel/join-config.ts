/**
 * The config of a client's join. Something of the wrong form counts as not asked for, as upstream has it, so that
 * no client is shut out by a field that it never used.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { ChangeBinding } from '../contracts.ts';

const MOST_BINDINGS = 100;
const LONGEST_KEY = 1000;
const DEFAULT_REPLAY = 25;

export interface JoinConfig {
  readonly isPrivate: boolean;
  /** Answers each broadcast. */
  readonly acknowledges: boolean;
  /** Sends the client's own broadcasts back to it. */
  readonly hearsItself: boolean;
  readonly announcesReadiness: boolean;
  /** `invalid` when it was asked for in a way that means nothing. */
  readonly replay: { readonly since: number; readonly limit: number } | 'invalid' | undefined;
  readonly presence: { readonly key: string; readonly isEnabled: boolean };
  readonly changes: readonly ChangeBinding[];
  /** How long the answer may wait for the subscription to changes; undefined when it does not wait. */
  readonly waitForChangesMs: number | undefined;
  /** A client from before there was a config: the topic itself names the table. */
  readonly isLegacy: boolean;
  readonly token: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const WAIT = { default: 15_000, most: 20_000 };

export interface Join {
  /** Kept as long as the channel. */
  readonly config: JoinConfig;
  /** The questions for changes as the client wrote them, of any form and size, with their ids: for the answer alone. */
  readonly asked: readonly Readonly<Record<string, unknown>>[];
}

export function readJoin(topic: string, payload: unknown): Join {
  const join = fields(payload);
  const isLegacy = !('config' in join);
  const config = fields(join.config);
  const broadcast = fields(config.broadcast);
  const presence = fields(config.presence);
  const asked = (isLegacy ? [ofTopic(topic)] : list(config.postgres_changes)).slice(0, MOST_BINDINGS);
  const changes = asked.map(readBinding);
  const read: JoinConfig = {
    isPrivate: isTrue(config.private),
    acknowledges: isTrue(broadcast.ack),
    hearsItself: isTrue(broadcast.self),
    announcesReadiness: isTrue(broadcast.replication_ready),
    replay: readReplay(broadcast),
    presence: {
      key: presenceKey(presence.key),
      // Clients from before presence could be switched off do not say it.
      isEnabled: presence.enabled === undefined || isTrue(presence.enabled),
    },
    changes,
    waitForChangesMs: readWait(fields(config.postgres_changes_options)),
    isLegacy,
    token: text(join.user_token) ?? text(join.access_token),
  };
  return { config: read, asked: asked.map((one, index) => ({ ...one, id: changes[index]?.id })) };
}

function readReplay({ replay }: Fields): JoinConfig['replay'] {
  if (typeof replay !== 'object' || replay === null) return undefined;
  const { since, limit = DEFAULT_REPLAY } = replay as Record<string, unknown>;
  if (!Number.isSafeInteger(since) || !Number.isSafeInteger(limit) || Number(since) > 8.64e15)
    return 'invalid';
  return { since: Number(since), limit: Math.max(1, Math.min(Number(limit), DEFAULT_REPLAY)) };
}

function readWait({ wait, timeout }: Fields): number | undefined {
  if (!isTrue(wait)) return undefined;
  const asked = typeof timeout === 'number' && timeout > 0 ? timeout : WAIT.default;
  return Math.min(asked, WAIT.most);
}

function readBinding(asked: Fields): ChangeBinding {
  const table = text(asked.table);
  const filter = text(asked.filter);
  const select = Array.isArray(asked.select)
    ? asked.select.filter((column) => typeof column === 'string')
    : undefined;
  return {
    id: bindingId(asked),
    event: text(asked.event) ?? '*',
    schema: text(asked.schema) ?? '',
    ...(table === undefined ? {} : { table }),
    ...(filter === undefined ? {} : { filter }),
    ...(select === undefined ? {} : { select }),
  };
}

/** The same for the same question, whoever asks it, so that one message serves all who asked. */
function bindingId(asked: Fields): number {
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha1').update(JSON.stringify(sorted)).digest().readUInt32BE() >>> 5;
}

function ofTopic(topic: string): Fields {
  const [schema, table, ...filter] = topic.split(':');
  return {
    schema,
    ...(table === undefined ? {} : { table }),
    ...(filter.length === 0 ? {} : { filter: filter.join(':') }),
  };
}

function presenceKey(key: unknown): string {
  const given = typeof key === 'number' ? String(key) : text(key);
  return given === undefined || given === '' ? randomUUID() : copyOf(given.slice(0, LONGEST_KEY));
}

/** A slice keeps the whole text that it is of in memory. */
const copyOf = (slice: string): string => Buffer.from(slice).toString();

/** Some clients write booleans as strings. */
function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
