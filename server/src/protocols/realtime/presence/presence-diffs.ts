/**
 * Tells a topic how its presences change. Changes that come faster than they can be sent are sent together: a hundred
 * sockets that go at once are one message for each of those who stay, and no hundred.
 */
import type { TopicKey } from '../topics/topics.ts';
import { type Changes, type Presence, type PresenceState, presenceState } from './presences.ts';

/** A topic waits no longer, whatever others do. */
const LONGEST_MS = 1000;

export interface PresenceDiff {
  readonly joins: PresenceState;
  readonly leaves: PresenceState;
}

export interface PresenceDiffsOptions {
  readonly tell: (topic: TopicKey, diff: PresenceDiff) => void;
  /** The milliseconds until a topic may get a message; 0 for at once. */
  readonly waitMs: (topic: TopicKey) => number;
}

/** By reference. */
interface Held {
  readonly joins: Map<string, Presence>;
  readonly leaves: Map<string, Presence>;
}

export class PresenceDiffs {
  readonly #options: PresenceDiffsOptions;
  readonly #held = new Map<TopicKey, Held>();

  constructor(options: PresenceDiffsOptions) {
    this.#options = options;
  }

  add(topic: TopicKey, { joins, leaves }: Changes): void {
    const before = this.#held.get(topic);
    const waitMs = before ? undefined : this.#options.waitMs(topic);
    const held = before ?? { joins: new Map(), leaves: new Map() };
    for (const presence of joins) held.joins.set(presence.meta.phx_ref, presence);
    for (const presence of leaves) {
      held.joins.delete(presence.meta.phx_ref);
      // Also if no message said that it came: a client that joined meanwhile got it with all others.
      held.leaves.set(presence.meta.phx_ref, presence);
    }
    if (waitMs === 0) this.#tell(topic, held);
    else if (waitMs !== undefined) {
      this.#held.set(topic, held);
      setTimeout(() => this.#release(topic), Math.min(waitMs, LONGEST_MS)).unref();
    }
  }

  #release(topic: TopicKey): void {
    const held = this.#held.get(topic);
    this.#held.delete(topic);
    if (held) this.#tell(topic, held);
  }

  #tell(topic: TopicKey, { joins, leaves }: Held): void {
    this.#options.tell(topic, {
      joins: presenceState([...joins.values()]),
      leaves: presenceState([...leaves.values()]),
    });
  }
}
