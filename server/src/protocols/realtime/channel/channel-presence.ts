/** The presence of one channel: a client tells of itself, changes what it tells, and takes it back. */
import { isDeepStrictEqual } from 'node:util';
import type { Presences } from '../presence/presences.ts';
import type { TopicKey } from '../topics/topics.ts';
import type { Access } from './access.ts';

const CALLS = { most: 5, perMs: 30_000 };
const LARGEST_BYTES = 64 * 1024;

export type PresenceAnswer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'refused'; readonly response: Readonly<Record<string, unknown>> }
  /** The channel ends. */
  | { readonly kind: 'ended'; readonly message: string };

const OK: PresenceAnswer = { kind: 'ok' };
const REFUSED: PresenceAnswer = { kind: 'refused', response: {} };

export class ChannelPresence {
  readonly #presences: Presences;
  readonly #access: Access;
  readonly #topic: TopicKey;
  readonly #key: string;
  #reference: string | undefined;
  #told: unknown;
  #calls = 0;
  #windowEnds = 0;

  constructor(presences: Presences, access: Access, topic: TopicKey, key: string) {
    this.#presences = presences;
    this.#access = access;
    this.#topic = topic;
    this.#key = key;
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

  /** Takes back what was told. */
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
    if (this.#reference !== undefined && isDeepStrictEqual(payload, this.#told)) return OK;
    if (JSON.stringify(payload).length > LARGEST_BYTES)
      return { kind: 'ended', message: 'Track message size exceeded' };
    const told = payload as Record<string, unknown>;
    const reference = this.#presences.track(this.#topic, this.#key, told, this.#reference);
    if (reference === undefined) return { kind: 'ended', message: 'Too many presence messages per second' };
    this.#reference = reference;
    this.#told = payload;
    return OK;
  }

  #takeCall(): boolean {
    const now = performance.now();
    if (now > this.#windowEnds) {
      this.#calls = 0;
      this.#windowEnds = now + CALLS.perMs;
    }
    return ++this.#calls <= CALLS.most;
  }
}
