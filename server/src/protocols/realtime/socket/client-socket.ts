/** A client's WebSocket: hands messages to the channels on it, and sends what they say, as long as the client reads it. */
import { randomBytes } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { Channel } from '../channel/channel.ts';
import type { ChannelServices, Connection } from '../channel/channel-services.ts';
import type { Credentials } from '../channel/credentials.ts';
import { readJoin } from '../channel/join-config.ts';
import { Allowance } from '../limits/allowance.ts';
import { CallWindows } from '../limits/call-windows.ts';
import type { UnsentBytes } from '../limits/unsent-bytes.ts';
import { TOPIC_PREFIX } from '../topics/topics.ts';
import { decodeBinary } from '../wire/binary-messages.ts';
import { type Frame, FrameError, type Received, type Sent } from '../wire/message.ts';
import { decodeText, encodeText, type Version } from '../wire/text-messages.ts';

// A client sends a heartbeat every 25 s.
const SILENCE_MS = 60_000;
/**
 * A client that reads answers a ping, whatever program it is (RFC 6455 section 5.5.2). What a client does not read
 * stays in the kernel's memory, some megabytes of it before any of this process's. Both times together are as long as
 * the silence.
 */
const PING_AFTER_MS = 20_000;
const PONG_WITHIN_MS = 40_000;
const WITHOUT_CHANNELS_MS = 10 * 60_000;
/** Unread messages cost memory here. A client that lets so much gather has stopped reading. */
const MOST_UNREAD_BYTES = 1024 * 1024;
const MOST_WAITING = 100;
/** A token is good for an hour, and each channel of a client gets the new one. */
const TOKENS_PER_SECOND = 1;
const LONGEST_TOPIC = 1000;
const BYTES_PER_EVENT = 64 * 1024;
const LONGEST_JOIN_BYTES = 64 * 1024;
/** Room for a token and a few questions. A longer join keeps memory that all sockets share. */
const SMALL_JOIN_BYTES = 2048;
const CLOSE = { goingAway: 1001, unreadable: 1007, tooMuch: 1008 } as const;

export interface SocketLimits {
  readonly channelsPerClient: number;
  readonly eventsPerSecond: number;
}

/** The decisions that the sockets of a process take together. */
export interface Admission {
  /** @returns why no further channel can be opened now; undefined when one can */
  refuseJoin(): string | undefined;
  /** @returns false when the client's address has enough of them */
  takeChannel(): boolean;
  giveChannel(): void;
  /** Keeps memory for a long join. @returns false when there is no more */
  hold(bytes: number): boolean;
  /** Gives it back. */
  release(bytes: number): void;
  closed(): void;
}

export interface SocketOptions {
  readonly version: Version;
  readonly credentials: Credentials;
  readonly network: string;
  readonly unsent: UnsentBytes;
  readonly limits: SocketLimits;
  readonly admission: Admission;
}

export class ClientSocket implements Connection {
  readonly version: Version;
  readonly credentials: Credentials;
  readonly network: string;
  readonly #socket: WebSocket;
  readonly #unsent: UnsentBytes;
  readonly #services: ChannelServices;
  readonly #limits: SocketLimits;
  readonly #admission: Admission;
  readonly #channels = new Map<string, Channel>();
  readonly #allowance: Allowance;
  readonly #presenceCalls = new CallWindows();
  readonly #tokens: Allowance;
  /** As counted last. */
  #unsentBytes = 0;
  /** The words that the client has been asked to send back, and since when; or when it last did. */
  #ping: { readonly words: Buffer | undefined; readonly at: number } = {
    words: undefined,
    at: performance.now(),
  };
  /** How many promises keep the client from being read. */
  #pauses = 0;
  #heardAt = performance.now();
  /** Since when there has been no channel. */
  #idleSince = performance.now();

  constructor(
    socket: WebSocket,
    services: ChannelServices,
    { version, credentials, network, unsent, limits, admission }: SocketOptions,
  ) {
    this.version = version;
    this.credentials = credentials;
    this.network = network;
    this.#unsent = unsent;
    this.#tokens = new Allowance(TOKENS_PER_SECOND, limits.channelsPerClient * 2);
    this.#socket = socket;
    this.#services = services;
    this.#limits = limits;
    this.#admission = admission;
    this.#allowance = new Allowance(limits.eventsPerSecond);
    socket.on('message', (data, isBinary) => this.#take(data, isBinary));
    socket.on('ping', (data) => this.#answerPing(data));
    socket.on('pong', (data) => this.#takePong(data));
    // 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
  }

  get channels(): Iterable<Channel> {
    return this.#channels.values();
  }

  takePresenceCall(topic: string): boolean {
    return this.#presenceCalls.take(topic);
  }

  takeToken(): boolean {
    return this.#tokens.take();
  }

  readAfter(promise: Promise<void>): void {
    this.#pauses++;
    this.#socket.pause();
    void promise.then(() => {
      if (--this.#pauses === 0) this.#socket.resume();
    });
  }

  send(message: Sent): void {
    this.sendFrame(encodeText(this.version, message));
  }

  sendFrame({ data, binary }: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const unread = this.#socket.bufferedAmount;
    const isTooMuch =
      unread > 0 &&
      (unread + data.length > MOST_UNREAD_BYTES || !this.#unsent.hasRoom(this.network, data.length));
    if (isTooMuch) this.#socket.terminate();
    else {
      this.#socket.send(data, { binary }, this.#countUnsent);
      this.#countUnsent();
    }
  }

  readonly #countUnsent = (): void => {
    const unread = this.#socket.bufferedAmount;
    this.#unsent.change(this.network, unread - this.#unsentBytes);
    this.#unsentBytes = unread;
  };

  /** Ends what has outlived its time: channels with their tokens, the socket with its heartbeat. */
  sweep(now: number): void {
    for (const channel of this.#channels.values()) channel.endIfExpired(now);
    const isSilent = performance.now() - this.#heardAt > SILENCE_MS || this.#readsNothing();
    const isUnused = this.#channels.size === 0 && performance.now() - this.#idleSince > WITHOUT_CHANNELS_MS;
    if (isSilent) this.#socket.terminate();
    else if (isUnused) this.#socket.close();
  }

  /** A client may go on sending heartbeats, and words, without reading any answer. */
  #readsNothing(): boolean {
    const { words, at } = this.#ping;
    const since = performance.now() - at;
    if (words !== undefined) return since > PONG_WITHIN_MS;
    if (since > PING_AFTER_MS) {
      this.#ping = { words: randomBytes(8), at: performance.now() };
      this.#socket.ping(this.#ping.words);
    }
    return false;
  }

  /** Words that nobody asked for prove nothing. */
  #takePong(words: Buffer): void {
    if (this.#ping.words?.equals(words)) this.#ping = { words: undefined, at: performance.now() };
  }

  /** The client comes back after its first delay. */
  sayGoodbye(): void {
    this.#socket.close(CLOSE.goingAway);
  }

  #take(data: RawData, isBinary: boolean): void {
    // Messages after the end was said are not heard.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#heardAt = performance.now();
    try {
      // 'nodebuffer', as ws gives by default.
      const bytes = data as Buffer;
      if (isBinary && this.version === '1.0.0') throw new FrameError('Version 1.0.0 has no binary messages.');
      const message = isBinary ? decodeBinary(bytes) : decodeText(this.version, bytes.toString());
      if (this.#allowance.take(1 + Math.floor(bytes.length / BYTES_PER_EVENT)))
        this.#route(message, bytes.length);
      else this.#endFlood(message);
    } catch (error) {
      if (!(error instanceof FrameError)) this.#services.report(error);
      this.#socket.close(CLOSE.unreadable, error instanceof FrameError ? error.message : '');
    }
  }

  #route(message: Received, bytes: number): void {
    const { topic, event } = message;
    const channel = this.#channelFor(message);
    if (topic === 'phoenix' && event === 'heartbeat') this.#answer(message, 'ok', {});
    else if (event === 'phx_join' && topic.startsWith(TOPIC_PREFIX)) this.#join(message, bytes);
    else if (channel) {
      channel.receive(message);
      this.#pauseBehind(channel);
    } else if (event === 'phx_leave') this.#answer(message, 'ok', {});
    else this.#answer(message, 'error', { reason: 'unmatched topic' });
  }

  /** None for a message of an older channel on the topic, which may still have been on its way. */
  #channelFor({ topic, joinRef }: Received): Channel | undefined {
    const channel = this.#channels.get(topic);
    const isMeant = joinRef === null || channel?.joinRef === null || channel?.joinRef === joinRef;
    return isMeant ? channel : undefined;
  }

  #join(message: Received, bytes: number): void {
    const { topic, joinRef, ref, content } = message;
    this.#channels.get(topic)?.close();
    const name = topic.slice(TOPIC_PREFIX.length);
    const tooMany = this.#admission.refuseJoin();
    const held = bytes > SMALL_JOIN_BYTES ? bytes : 0;
    const refusal =
      tooMany ?? this.#refuseJoin(name, bytes) ?? this.#refuseChannel() ?? this.#refuseHolding(held);
    if (refusal !== undefined) {
      this.#answer(message, 'error', { reason: refusal });
      if (tooMany !== undefined) this.#socket.close();
      return;
    }
    const { config, asked } = readJoin(name, content.kind === 'json' ? content.value : undefined);
    const channel = new Channel(this.#services, this, {
      topic: name,
      joinRef: joinRef ?? ref,
      config,
      onClose: () => {
        this.#admission.release(held);
        this.#admission.giveChannel();
        this.#forget(topic, channel);
      },
    });
    this.#channels.set(topic, channel);
    channel.join(ref, asked);
  }

  #refuseChannel(): string | undefined {
    return this.#admission.takeChannel() ? undefined : 'ChannelRateLimitReached: Too many channels';
  }

  /** The last question before the channel opens: what it took for it is given back. */
  #refuseHolding(bytes: number): string | undefined {
    if (this.#admission.hold(bytes)) return undefined;
    this.#admission.giveChannel();
    return 'JoinPayloadTooLarge: Too many long joins at once';
  }

  #refuseJoin(name: string, bytes: number): string | undefined {
    if (bytes > LONGEST_JOIN_BYTES) return 'JoinPayloadTooLarge: A join has at most 64 KB';
    if (name === '') return 'TopicNameRequired: You must provide a topic name';
    if (name.length > LONGEST_TOPIC)
      return 'TopicNameTooLong: The name of a topic has at most 1,000 characters';
    if (this.#channels.size >= this.#limits.channelsPerClient)
      return 'ChannelRateLimitReached: Too many channels';
    return undefined;
  }

  #forget(topic: string, channel: Channel): void {
    if (this.#channels.get(topic) !== channel) return;
    this.#channels.delete(topic);
    if (this.#channels.size === 0) this.#idleSince = performance.now();
  }

  /** Stops reading while a channel waits for the database, so that a queue is the client's to keep. */
  #pauseBehind(channel: Channel): void {
    if (channel.waiting >= MOST_WAITING && !this.#socket.isPaused) this.readAfter(channel.done());
  }

  #endFlood(message: Received): void {
    const channel = this.#channels.get(message.topic);
    if (channel) channel.shutDown('Too many messages per second');
    else this.#socket.close(CLOSE.tooMuch);
  }

  #answer(
    { joinRef, ref, topic }: Received,
    status: 'ok' | 'error',
    response: Readonly<Record<string, unknown>>,
  ): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #answerPing(data: Buffer): void {
    // A client that pings and does not read gets no further answers.
    if (this.#socket.bufferedAmount === 0) this.#socket.pong(data);
  }

  #end(): void {
    for (const channel of [...this.#channels.values()]) channel.drop();
    this.#unsent.change(this.network, -this.#unsentBytes);
    this.#unsentBytes = 0;
    this.#admission.closed();
  }
}
