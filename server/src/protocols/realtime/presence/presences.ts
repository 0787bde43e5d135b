/**
 * Who is present on which topic, in all processes. Each process tells the others of its own; one that ends takes its
 * presences with it.
 */
import { randomBytes } from 'node:crypto';
import type { TopicKey } from '../topics/topics.ts';

/** The words of somebody about themselves, with the reference of the telling. */
export interface Meta {
  readonly phx_ref: string;
  readonly phx_ref_prev?: string;
  readonly [name: string]: unknown;
}

/** A presence, under a key which several may share, as the tabs of one person do. */
export interface Presence {
  readonly topic: TopicKey;
  readonly key: string;
  readonly meta: Meta;
}

export interface Changes {
  readonly joins: readonly Presence[];
  readonly leaves: readonly Presence[];
}

/** As clients read it. */
export type PresenceState = Readonly<Record<string, { readonly metas: readonly Meta[] }>>;

interface Kept {
  readonly presence: Presence;
  readonly bytes: number;
}

const OWN = '';
// A person tells a name and a place of the cursor: for that there is always room.
const SMALL_BYTES = 1024;
const MOST_BYTES = 64 * 1024 * 1024;
/** Everyone who joins is sent them all at once. */
const MOST_TOPIC_BYTES = 512 * 1024;
const MOST_ON_TOPIC = 10_000;

export interface PresencesOptions {
  /** Tells the channels of this process. All changes are of this topic. */
  readonly onDiff: (topic: TopicKey, changes: Changes) => void;
  /** Tells the other processes what changed in this one. */
  readonly onOwn: (changes: Changes) => void;
}

export class Presences {
  readonly #options: PresencesOptions;
  /** By topic, then by reference. */
  readonly #byTopic = new Map<TopicKey, Map<string, Kept>>();
  /** By process, the references and where they are. */
  readonly #byProcess = new Map<string, Map<string, TopicKey>>();
  #bytes = 0;

  constructor(options: PresencesOptions) {
    this.#options = options;
  }

  state(topic: TopicKey): PresenceState {
    return presenceState([...(this.#byTopic.get(topic)?.values() ?? [])].map(({ presence }) => presence));
  }

  /** How long its state is, as text. */
  bytesOn(topic: TopicKey): number {
    return [...(this.#byTopic.get(topic)?.values() ?? [])].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * @param previous the reference that this one takes the place of
   * @returns the reference; undefined when there is no room for it
   */
  track(
    topic: TopicKey,
    key: string,
    payload: Readonly<Record<string, unknown>>,
    previous?: string,
  ): string | undefined {
    const reference = randomBytes(12).toString('base64url');
    const before = previous === undefined ? undefined : this.#find(topic, previous);
    const replaced = before ? { phx_ref_prev: before.meta.phx_ref } : {};
    const meta = { ...payload, ...replaced, phx_ref: reference };
    if (!this.#hasRoom({ topic, key, meta })) return undefined;
    this.#changeOwn({ joins: [{ topic, key, meta }], leaves: before ? [before] : [] });
    return reference;
  }

  untrack(topic: TopicKey, reference: string): void {
    const presence = this.#find(topic, reference);
    if (presence) this.#changeOwn({ joins: [], leaves: [presence] });
  }

  /** Everything that this process tells of itself. */
  own(): readonly Presence[] {
    return this.#of(OWN);
  }

  /** @param process where the changes happened */
  applyOther(process: string, changes: Changes): void {
    this.#apply(process, changes);
  }

  /** Takes in everything that another process has, in place of what was known of it. */
  replaceOther(process: string, presences: readonly Presence[]): void {
    const known = this.#byProcess.get(process);
    const now = new Set(presences.map(({ meta }) => meta.phx_ref));
    this.#apply(process, {
      joins: presences.filter(({ meta }) => !known?.has(meta.phx_ref)),
      leaves: this.#of(process).filter(({ meta }) => !now.has(meta.phx_ref)),
    });
  }

  #hasRoom(presence: Presence): boolean {
    const onTopic = this.#byTopic.get(presence.topic);
    const bytes = bytesOf(presence);
    if (bytes <= SMALL_BYTES) return (onTopic?.size ?? 0) < MOST_ON_TOPIC;
    return this.#bytes + bytes <= MOST_BYTES && this.bytesOn(presence.topic) + bytes <= MOST_TOPIC_BYTES;
  }

  #find(topic: TopicKey, reference: string): Presence | undefined {
    return this.#byTopic.get(topic)?.get(reference)?.presence;
  }

  #of(process: string): Presence[] {
    const references = [...(this.#byProcess.get(process) ?? [])];
    return references.flatMap(([reference, topic]) => this.#find(topic, reference) ?? []);
  }

  #changeOwn(changes: Changes): void {
    this.#apply(OWN, changes);
    this.#options.onOwn(changes);
  }

  #apply(process: string, { joins, leaves }: Changes): void {
    const gone = leaves.filter(({ topic, meta }) => this.#remove(process, topic, meta.phx_ref));
    for (const presence of joins) this.#add(process, presence);
    for (const topic of new Set([...joins, ...gone].map((presence) => presence.topic))) {
      const here = (presence: Presence) => presence.topic === topic;
      this.#options.onDiff(topic, { joins: joins.filter(here), leaves: gone.filter(here) });
    }
  }

  #add(process: string, presence: Presence): void {
    const { topic, meta } = presence;
    const bytes = bytesOf(presence);
    const onTopic = this.#byTopic.get(topic) ?? new Map<string, Kept>();
    this.#byTopic.set(topic, onTopic.set(meta.phx_ref, { presence, bytes }));
    const inProcess = this.#byProcess.get(process) ?? new Map<string, TopicKey>();
    this.#byProcess.set(process, inProcess.set(meta.phx_ref, topic));
    this.#bytes += bytes;
  }

  #remove(process: string, topic: TopicKey, reference: string): boolean {
    const onTopic = this.#byTopic.get(topic);
    const kept = onTopic?.get(reference);
    if (!onTopic || !kept) return false;
    onTopic.delete(reference);
    if (onTopic.size === 0) this.#byTopic.delete(topic);
    const inProcess = this.#byProcess.get(process);
    inProcess?.delete(reference);
    if (inProcess?.size === 0) this.#byProcess.delete(process);
    this.#bytes -= kept.bytes;
    return true;
  }
}

const bytesOf = (presence: Presence): number => JSON.stringify(presence).length;

export function presenceState(presences: readonly Presence[]): PresenceState {
  const byKey = Map.groupBy(presences, ({ key }) => key);
  // Not by assignment, as a key may be `__proto__`.
  return Object.fromEntries([...byKey].map(([key, of]) => [key, { metas: of.map(({ meta }) => meta) }]));
}
