/**
 * The meeting place of messages of this process and of the others: what a channel or request sends reaches all that
 * listen.
 */
import type { Bus } from './bus/bus.ts';
import type { Payload, StoredMessage } from './contracts.ts';
import type { Deliveries } from './limits/deliveries.ts';
import { PresenceDiffs } from './presence/presence-diffs.ts';
import { type Changes, type Presence, Presences } from './presence/presences.ts';
import { type Member, type TopicKey, Topics, topicKey } from './topics/topics.ts';
import type { Broadcast } from './wire/broadcast.ts';

/** Between processes, as JSON: bytes as base64. */
type Passed =
  | { readonly kind: 'broadcast'; readonly topic: TopicKey; readonly broadcast: Broadcast }
  | { readonly kind: 'bytes'; readonly topic: TopicKey; readonly event: string; readonly base64: string }
  | { readonly kind: 'presence'; readonly changes: Changes }
  | { readonly kind: 'present'; readonly presences: readonly Presence[] };

export interface Hub {
  readonly presences: Presences;
  join(key: TopicKey, member: Member): void;
  leave(key: TopicKey, member: Member): void;
  /** Whether anybody here listens to a topic. */
  has(key: TopicKey): boolean;
  /** How many channels here listen to a topic. */
  count(key: TopicKey): number;
  /** @param except the channel that sent it, unless it wants to hear itself */
  broadcast(key: TopicKey, broadcast: Broadcast, except?: Member): void;
  /** Every process reads the database itself, so it goes to no other. */
  deliverStored(message: StoredMessage): void;
}

export async function createHub(bus: Bus, deliveries: Deliveries): Promise<Hub> {
  const topics = new Topics();
  const pass = (message: Passed) => bus.publish(JSON.stringify(message));
  /** Also what other processes send costs time here. */
  const timed = (key: TopicKey, tell: () => void): void => {
    const begun = performance.now();
    tell();
    deliveries.spendTime(key, performance.now() - begun);
  };
  const broadcastHere: Topics['broadcast'] = (key, ...rest) =>
    timed(key, () => topics.broadcast(key, ...rest));
  const diffs = new PresenceDiffs({
    tell: (topic, diff) => timed(topic, () => topics.presenceDiff(topic, diff)),
    waitMs: (topic) => deliveries.topicWaitMs(topic),
  });
  const presences = new Presences({
    onDiff: (topic, changes) => diffs.add(topic, changes),
    onOwn: (changes) => pass({ kind: 'presence', changes }),
  });

  function take(from: string, message: Passed): void {
    if (message.kind === 'broadcast') broadcastHere(message.topic, message.broadcast);
    else if (message.kind === 'presence') presences.applyOther(from, message.changes);
    else if (message.kind === 'present') presences.replaceOther(from, message.presences);
    else {
      const payload: Payload = { encoding: 'binary', bytes: Buffer.from(message.base64, 'base64') };
      broadcastHere(message.topic, { kind: 'user', event: message.event, payload });
    }
  }

  await bus.listen({
    onMessage: (from, text) => take(from, JSON.parse(text) as Passed),
    onArrival: () => pass({ kind: 'present', presences: presences.own() }),
    onDeparture: (process) => presences.replaceOther(process, []),
  });
  return {
    presences,
    join: (key, member) => topics.join(key, member),
    leave: (key, member) => topics.leave(key, member),
    has: (key) => topics.has(key),
    count: (key) => topics.count(key),
    broadcast: (topic, broadcast, except) => {
      broadcastHere(topic, broadcast, except);
      pass(passed(topic, broadcast));
    },
    deliverStored: ({ id, topic, event, payload, private: isPrivate }) =>
      broadcastHere(topicKey(topic, isPrivate), { kind: 'user', event, payload, meta: { id } }),
  };
}

function passed(topic: TopicKey, broadcast: Broadcast): Passed {
  if (broadcast.kind === 'user' && broadcast.payload.encoding === 'binary') {
    const base64 = Buffer.from(broadcast.payload.bytes).toString('base64');
    return { kind: 'bytes', topic, event: broadcast.event, base64 };
  }
  return { kind: 'broadcast', topic, broadcast };
}
