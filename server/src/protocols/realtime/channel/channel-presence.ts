/** The presence of one channel: a client tells of itself, changes what it tells, and takes it back. */
import { isDeepStrictEqual } from 'node:util';
import type { Presences } from '../presence/presences.ts';
import type { TopicKey } from '../topics/topics.ts';
import type { Access } from './access.ts';

const LARGEST_BYTES = 64 * 1024;
// An object takes many times its text's memory, and a deep one cannot be written again.
const MOST = { values: 1000, depth: 20 };

export type PresenceAnswer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'refused'; readonly response: Readonly<Record<string, unknown>> }
  /** The channel ends. */
  | { readonly kind: 'ended'; readonly message: string };

const OK: PresenceAnswer = { kind: 'ok' };
const REFUSED: PresenceAnswer = { kind: 'refused', response: {} };

export interface ChannelPresenceOptions {
  readonly topic: TopicKey;
  readonly key: string;
  readonly takeCall: () => boolean;
}

export class ChannelPresence {
  readonly #presences: Presences;
  readonly #access: Access;
  readonly #topic: TopicKey;
  readonly #key: string;
  readonly #takeCall: () => boolean;
  #reference: string | undefined;
  #told: unknown;

  constructor(presences: Presences, access: Access, { topic, key, takeCall }: ChannelPresenceOptions) {
    this.#presences = presences;
    this.#access = access;
    this.#topic = topic;
    this.#key = key;
    this.#takeCall = takeCall;
  }

  async handle({ event, payload = {} }: { event?: unknown; payload?: unknown }): Promise<PresenceAnswer> {
    if (typeof event !== 'string') return OK;
    if (!this.#takeCall()) return { kind: 'ended', message: 'Client presence rate limit exceeded' };
    switch (event.toLowerCase()) {
      case 'track':
        return this.#track(payload);
      case 'untrack':
        this.end();
        return OK;
      default:
        return REFUSED;
    }
  }

  /** Whether others know something that holds. */
  get isTold(): boolean {
    return this.#reference !== undefined;
  }

  /** Tells the others that it is gone. */
  end(): void {
    if (this.#reference !== undefined) this.#presences.untrack(this.#topic, this.#reference);
    this.#reference = undefined;
    this.#told = undefined;
  }

  async #track(payload: unknown): Promise<PresenceAnswer> {
    await this.#access.enterPresence();
    if (!(await this.#access.mayWrite('presence'))) return REFUSED;
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
      return { kind: 'refused', response: { reason: 'Presence track payload must be a map' } };
    if (!isModest(payload)) return { kind: 'ended', message: 'Track message size exceeded' };
    if (this.#reference !== undefined && isDeepStrictEqual(payload, this.#told)) return OK;
    if (JSON.stringify(payload).length > LARGEST_BYTES)
      return { kind: 'ended', message: 'Track message size exceeded' };
    const told = payload as Record<string, unknown>;
    const reference = this.#presences.track(this.#topic, this.#key, told, this.#reference);
    if (reference === undefined)
      return { kind: 'refused', response: { reason: 'Too many presences on this topic' } };
    this.#reference = reference;
    this.#told = payload;
    return OK;
  }
}

/** Without recursion, as it may be of any depth. */
function isModest(payload: object): boolean {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: payload, depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (++values > MOST.values || depth > MOST.depth) return false;
    if (typeof value !== 'object' || value === null) continue;
    const within = Object.values(value);
    if (values + within.length > MOST.values) return false;
    for (const one of within) waiting.push({ value: one, depth: depth + 1 });
  }
  return true;
}
