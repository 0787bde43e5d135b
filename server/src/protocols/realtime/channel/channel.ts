/**
 * A channel: one topic on one socket, from the join to the close. It closes soon after its token expires, unless the
 * client sends another.
 */
import { type Caller, CallerMustWaitError, DatabaseUnavailableError } from '../../../database/database.ts';
import type { Extension, PostgresChange } from '../contracts.ts';
import { type Member, TOPIC_PREFIX, type TopicKey, topicKey } from '../topics/topics.ts';
import { type Broadcast, broadcastFrames } from '../wire/broadcast.ts';
import type { Content, Frame, Received } from '../wire/message.ts';
import { encodeTextAround, type Version } from '../wire/text-messages.ts';
import { Access, UnauthorizedError } from './access.ts';
import { ChannelChanges } from './channel-changes.ts';
import { ChannelPresence } from './channel-presence.ts';
import type { ChannelServices, Connection } from './channel-services.ts';
import { type Credentials, CredentialsError, expiredText } from './credentials.ts';
import { InOrder } from './in-order.ts';
import type { JoinConfig } from './join-config.ts';
import { JoinError, NO_DATABASE, reasonOf } from './join-error.ts';
import { type ReceivedBroadcast, receivedBroadcast } from './received-broadcast.ts';

// API keys come as tokens when nobody is signed in. The socket has one already.
const API_KEY = /^sb_/;
// Writing so much of what others tell takes as long as a delivery.
const BYTES_PER_DELIVERY = 1024;

export interface ChannelOptions {
  /** Without its prefix. */
  readonly topic: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  /** Called once, when the channel has ended. */
  readonly onClose: () => void;
}

export class Channel implements Member {
  readonly joinRef: string | null;
  readonly #services: ChannelServices;
  readonly #connection: Connection;
  readonly #topic: string;
  readonly #key: TopicKey;
  readonly #config: JoinConfig;
  readonly #access: Access;
  readonly #presence: ChannelPresence;
  readonly #changes: ChannelChanges;
  readonly #onClose: () => void;
  readonly #inOrder = new InOrder();
  #credentials: Credentials;
  #replayed: ReadonlySet<string> = new Set();
  #state: 'joining' | 'open' | 'closed' = 'joining';

  constructor(services: ChannelServices, connection: Connection, options: ChannelOptions) {
    const { topic, joinRef, config, onClose } = options;
    this.#services = services;
    this.#connection = connection;
    this.#topic = topic;
    this.#key = topicKey(topic, config.isPrivate);
    this.#config = config;
    this.#credentials = connection.credentials;
    this.#onClose = onClose;
    this.joinRef = joinRef;
    this.#access = new Access(services.database.policies, topic, config.isPrivate);
    this.#presence = new ChannelPresence(services.hub.presences, this.#access, {
      topic: this.#key,
      key: config.presence.key,
      takeCall: () => connection.takePresenceCall(topic),
    });
    this.#changes = new ChannelChanges(services.database.changes, config.changes, {
      onChange: (change) => this.#deliverChange(change),
      onStatus: (status, message) => this.#system('postgres_changes', status, message),
    });
  }

  get version(): Version {
    return this.#connection.version;
  }

  get caller(): Caller {
    return this.#credentials.caller;
  }

  get topic(): string {
    return this.#topic;
  }

  get isPrivate(): boolean {
    return this.#config.isPrivate;
  }

  /** How many messages of the client wait for an answer of the database. */
  get waiting(): number {
    return this.#inOrder.waiting;
  }

  /** Resolves when all of them have had one. */
  done(): Promise<void> {
    return this.#inOrder.done();
  }

  mayRead(extension: Extension): boolean {
    return this.#access.mayRead(extension);
  }

  hasHad(id: string): boolean {
    return this.#replayed.has(id);
  }

  deliver(frame: Frame): void {
    this.#connection.sendFrame(frame);
  }

  /**
   * Opens the channel, or refuses to.
   * @param ref of the client's join
   * @param asked for changes of the database, as the answer names it
   */
  join(ref: string | null, asked: readonly object[]): void {
    this.#inOrder.run(
      () => this.#open(ref, asked),
      (error) => this.#refuse(ref, error),
    );
  }

  /** Takes a message of the client, in its turn. */
  receive(message: Received): void {
    this.#inOrder.run(
      () => (this.#state === 'open' ? this.#handle(message) : undefined),
      (error) => this.#fail(error),
    );
  }

  /** Ends the channel when its token has expired. */
  endIfExpired(now: number): void {
    if (this.#credentials.expiresAt <= now) this.shutDown(expiredText(this.#credentials.expiresAt));
  }

  /** Asks again whether the token is still good, and whether the caller may still read. */
  confirm(): void {
    const { token } = this.#credentials;
    this.#inOrder.run(
      async () => {
        if (this.#state === 'closed') return;
        const credentials =
          token === undefined ? this.#credentials : await this.#services.credentials.ofToken(token);
        await this.#access.confirm(credentials.caller);
        this.#credentials = credentials;
      },
      (error) => this.#fail(error),
    );
  }

  /** Ends the channel and says why. */
  shutDown(message: string): void {
    if (this.#state === 'closed') return;
    this.#system('system', 'error', message);
    this.close();
  }

  /** Ends the channel, as a leave does. */
  close(): void {
    if (this.drop()) this.#sayEnded('phx_close');
  }

  /** @returns false when it has ended before */
  drop(): boolean {
    if (this.#state === 'closed') return false;
    this.#state = 'closed';
    this.#services.hub.leave(this.#key, this);
    if (this.#presence.isTold) this.#countDeliveries();
    this.#presence.end();
    this.#changes.close();
    this.#onClose();
    return true;
  }

  async #open(ref: string | null, asked: readonly object[]): Promise<void> {
    const { presence, replay, changes, waitForChangesMs, announcesReadiness, token } = this.#config;
    if (token !== undefined && !API_KEY.test(token))
      this.#credentials = await this.#services.credentials.ofToken(token);
    await this.#access.enter(this.caller, presence.isEnabled ? ['broadcast', 'presence'] : ['broadcast']);
    const replayed = replay === undefined ? [] : await this.#replay(replay);
    const subscribes = changes.length > 0;
    if (subscribes && waitForChangesMs !== undefined) await this.#subscribeInTime(waitForChangesMs);
    const tellsPresences = presence.isEnabled && this.mayRead('presence');
    if (tellsPresences) await this.#waitForDeliveries();
    if (this.#isClosed()) return;
    this.#state = 'open';
    this.#services.hub.join(this.#key, this);
    this.#reply(ref, 'ok', { postgres_changes: asked });
    for (const frame of replayed) this.deliver(frame);
    if (announcesReadiness) this.#system('system', 'ok', 'Replication connection established');
    if (tellsPresences) this.#tellPresences();
    if (subscribes && waitForChangesMs === undefined) void this.#changes.subscribe(this.caller);
  }

  /** Many may be present, and each join sends all of them, so frequent joins are costly. */
  #tellPresences(): void {
    const { hub, deliveries } = this.#services;
    deliveries.spend(
      this.#connection.network,
      this.#key,
      hub.presences.bytesOn(this.#key) / BYTES_PER_DELIVERY,
    );
    this.#push('presence_state', hub.presences.state(this.#key));
  }

  #refuse(ref: string | null, error: unknown): void {
    const reason = reasonOf(error);
    if (reason === undefined) this.#services.report(error);
    if (this.drop()) this.#reply(ref, 'error', { reason: reason ?? 'Unknown Error on Channel' });
  }

  #handle({ ref, event, content }: Received): void | Promise<void> {
    switch (event) {
      case 'broadcast':
        return this.#broadcast(ref, content);
      case 'presence':
        return this.#handlePresence(ref, content);
      case 'access_token':
        return this.#takeToken(content);
      case 'phx_leave':
        this.#reply(ref, 'ok', {});
        return this.close();
    }
  }

  #broadcast(ref: string | null, content: Content): void | Promise<void> {
    const broadcast = receivedBroadcast(content);
    if (!broadcast) return undefined;
    const may = this.#access.mayWrite('broadcast');
    if (typeof may === 'boolean') return this.#send(ref, broadcast, may);
    return may.then((allowed) => this.#send(ref, broadcast, allowed));
  }

  /** A broadcast that is not allowed is dropped without a word, as upstream does. */
  #send(ref: string | null, received: ReceivedBroadcast, allowed: boolean): void | Promise<void> {
    if (!allowed || this.#state === 'closed') return;
    const waitMs = this.#services.deliveries.waitMs(this.#connection.network, this.#key);
    if (waitMs > 0) return this.#rest(waitMs).then(() => this.#send(ref, received, allowed));
    const { broadcast, bytes } = received;
    const { acknowledges, hearsItself } = this.#config;
    if (bytes > this.#services.largestPayloadBytes) {
      if (acknowledges) this.#reply(ref, 'error', { reason: 'payload_size_exceeded' });
      return;
    }
    this.#services.hub.broadcast(this.#key, broadcast, hearsItself ? undefined : this);
    this.#countDeliveries();
    if (acknowledges) this.#reply(ref, 'ok', {});
  }

  #countDeliveries(): void {
    const { hub, deliveries } = this.#services;
    deliveries.spend(this.#connection.network, this.#key, hub.count(this.#key));
  }

  /** Messages that have come already wait here; the rest waits at the client. */
  #rest(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Behind what has come from other clients: a thousand channels, each due a moment after the other, would let nothing else in.
    setTimeout(() => setImmediate(resolve), ms).unref();
    this.#connection.readAfter(promise);
    return promise;
  }

  async #waitForDeliveries(): Promise<void> {
    const waitMs = () => this.#services.deliveries.waitMs(this.#connection.network, this.#key);
    for (let ms = waitMs(); ms > 0 && this.#state !== 'closed'; ms = waitMs()) await this.#rest(ms);
  }

  async #handlePresence(ref: string | null, content: Content): Promise<void> {
    await this.#waitForDeliveries();
    if (this.#isClosed()) return;
    const answer = await this.#presence.handle(fieldsOf(content));
    // The channel ended while the policies were asked.
    if (this.#isClosed()) return this.#presence.end();
    if (answer.kind === 'ended') return this.shutDown(answer.message);
    this.#countDeliveries();
    if (answer.kind === 'ok') this.#reply(ref, 'ok', {});
    else this.#reply(ref, 'error', answer.response);
  }

  async #takeToken(content: Content): Promise<void> {
    const token = fieldsOf(content).access_token;
    if (typeof token !== 'string' || token === this.#credentials.token || API_KEY.test(token)) return;
    if (!this.#connection.takeToken()) return this.shutDown('Too many tokens');
    const credentials = await this.#services.credentials.ofToken(token);
    await this.#access.confirm(credentials.caller);
    if (this.#isClosed()) return;
    this.#credentials = credentials;
    if (this.#config.changes.length > 0) void this.#changes.subscribe(credentials.caller);
  }

  async #replay(replay: NonNullable<JoinConfig['replay']>): Promise<readonly Frame[]> {
    if (!this.isPrivate)
      throw new JoinError('UnableToReplayMessages', 'Replay is not allowed for public channels');
    if (!this.mayRead('broadcast')) throw new UnauthorizedError(this.#access.refusal);
    if (replay === 'invalid') throw new JoinError('UnableToReplayMessages', 'Replay params are not valid');
    const messages = await this.#services.database.messages.replay(this.#topic, replay.since, replay.limit);
    this.#replayed = new Set(messages.map(({ id }) => id));
    return messages.flatMap(({ id, event, payload }) => {
      const broadcast: Broadcast = { kind: 'user', event, payload, meta: { id, replayed: true } };
      return broadcastFrames(TOPIC_PREFIX + this.#topic, broadcast)(this.version) ?? [];
    });
  }

  async #subscribeInTime(limitMs: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(resolve, limitMs, 'late');
    const outcome = await Promise.race([late, this.#changes.subscribe(this.caller)]);
    clearTimeout(timer);
    if (outcome === undefined) return;
    this.#changes.close();
    if (outcome === 'late')
      throw new JoinError(
        'PostgresChangesSubscribeTimeout',
        'Subscribing to changes of the database took too long',
      );
    throw new JoinError('RealtimeDisabledForConfiguration', outcome);
  }

  #deliverChange({ ids, type, data }: PostgresChange): void {
    if (this.#state !== 'open') return;
    const topic = TOPIC_PREFIX + this.#topic;
    const { isLegacy } = this.#config;
    const event = isLegacy ? type : 'postgres_changes';
    const payload = isLegacy ? data : `{"ids":${JSON.stringify(ids)},"data":${data}}`;
    this.deliver(encodeTextAround(this.version, topic, event, payload));
  }

  #fail(error: unknown): void {
    const isForClient =
      error instanceof UnauthorizedError ||
      error instanceof CredentialsError ||
      error instanceof CallerMustWaitError;
    if (isForClient) this.shutDown(error.message);
    else if (error instanceof DatabaseUnavailableError) this.shutDown(NO_DATABASE);
    else {
      this.#services.report(error);
      if (this.drop()) this.#sayEnded('phx_error');
    }
  }

  #sayEnded(event: 'phx_close' | 'phx_error'): void {
    const topic = TOPIC_PREFIX + this.#topic;
    this.#connection.send({ joinRef: this.joinRef, ref: this.joinRef, topic, event, payload: {} });
  }

  // By a function, as TypeScript does not see that waiting changes the state.
  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #reply(ref: string | null, status: 'ok' | 'error', response: Readonly<Record<string, unknown>>): void {
    const topic = TOPIC_PREFIX + this.#topic;
    const payload = { status, response };
    this.#connection.send({ joinRef: this.joinRef, ref, topic, event: 'phx_reply', payload });
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    this.#push('system', { extension, status, message, channel: this.#topic });
  }

  #push(event: string, payload: unknown): void {
    const topic = TOPIC_PREFIX + this.#topic;
    this.#connection.send({ joinRef: this.joinRef, ref: null, topic, event, payload });
  }
}

function fieldsOf(content: Content): Readonly<Record<string, unknown>> {
  const { value } = content.kind === 'json' ? content : { value: undefined };
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
