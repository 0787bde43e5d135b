/** Broadcasts over HTTP: who sends, what, and the answers in Realtime's own words. */
import type { Context } from 'hono';
import type { Caller } from '../../../database/database.ts';
import { BodyError } from '../../../http/bodies/request-bodies.ts';
import { type Sender, senderOf } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { Services } from '../../../services.ts';
import type { ChannelPolicies } from '../contracts.ts';
import type { Hub } from '../hub.ts';
import { Allowances } from '../limits/allowance.ts';
import type { Deliveries } from '../limits/deliveries.ts';
import type { TopicKey } from '../topics/topics.ts';
import type { Broadcast } from '../wire/broadcast.ts';

const MOST_SENDERS = 10_000;

export interface BroadcastServices extends Pick<Services, 'bodies' | 'resolveCaller' | 'observe'> {
  readonly hub: Hub;
  readonly deliveries: Deliveries;
  readonly policies: ChannelPolicies;
  readonly trustProxy: boolean;
  readonly limits: { readonly payloadBytes: number; readonly eventsPerSecond: number };
}

/** A request that is refused: the status and the body of the answer. */
export class BroadcastError extends Error {
  readonly status: 400 | 401 | 403 | 413 | 415 | 422 | 429 | 503;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: BroadcastError['status'], body: Readonly<Record<string, unknown>>) {
    super(`Broadcast refused with ${status}`);
    this.name = 'BroadcastError';
    this.status = status;
    this.body = body;
  }
}

export interface BroadcastRequest {
  readonly caller: Caller;
  readonly sender: Sender;
  readonly body: Buffer;
}

/** @throws {BroadcastError} */
export async function readBroadcastRequest(
  { resolveCaller, bodies, trustProxy }: BroadcastServices,
  context: Context<HttpEnvironment>,
  largestBytes: number,
): Promise<BroadcastRequest> {
  const caller = await resolveCaller(context.req.raw).catch(() => {
    throw new BroadcastError(401, { message: 'Unauthorized' });
  });
  const sender = senderOf(caller, context, trustProxy);
  try {
    return { caller, sender, body: await bodies.read(context, sender, largestBytes) };
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    if (error.problem === 'too-large') throw new BroadcastError(413, { message: 'Request Entity Too Large' });
    throw new BroadcastError(429, { message: 'Too many requests' });
  }
}

/** @throws {BroadcastError} */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new BroadcastError(400, { message: 'Bad Request' });
  }
}

/** Counts the broadcasts of each sender. */
export class BroadcastRate {
  readonly #allowances: Allowances;

  constructor(eventsPerSecond: number) {
    this.#allowances = new Allowances(eventsPerSecond, MOST_SENDERS);
  }

  /** @throws {BroadcastError} */
  take({ name }: Sender, count: number): void {
    const allowance = this.#allowances.of(name);
    if (allowance.take(count)) return;
    const message =
      count > 1 && allowance.has(1)
        ? 'Too many messages to broadcast, please reduce the batch size'
        : 'You have exceeded your rate limit';
    throw new BroadcastError(429, { message });
  }
}

/** Sends what a request brings, unless its sender or one of the topics is ahead of what may be delivered. */
export class Outgoing {
  readonly #services: Pick<BroadcastServices, 'hub' | 'deliveries'>;
  readonly #sender: Sender;

  constructor(services: Pick<BroadcastServices, 'hub' | 'deliveries'>, sender: Sender) {
    this.#services = services;
    this.#sender = sender;
  }

  /** @throws {BroadcastError} */
  requireRoom(keys: readonly TopicKey[]): void {
    const { deliveries } = this.#services;
    if (keys.some((key) => deliveries.waitMs(this.#sender.name, key) > 0))
      throw new BroadcastError(429, { message: 'You have exceeded your rate limit' });
  }

  send(key: TopicKey, broadcast: Broadcast): void {
    const { hub, deliveries } = this.#services;
    hub.broadcast(key, broadcast);
    deliveries.spend(this.#sender.name, key, hub.count(key));
  }
}
