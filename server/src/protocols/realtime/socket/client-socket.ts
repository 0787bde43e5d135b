/** One WebSocket: hands messages to the channels on it, and sends what they say, as long as the client reads it. */
import type { RawData, WebSocket } from 'ws';
import { Channel } from '../channel/channel.ts';
import type { ChannelServices, Connection } from '../channel/channel-services.ts';
import { readJoin } from '../channel/join-config.ts';
import { Allowance } from '../limits/allowance.ts';
import { CallWindows } from '../limits/call-windows.ts';
import { TOPIC_PREFIX } from '../topics/topics.ts';
import { decodeBinary } from '../wire/binary-messages.ts';
import { type Frame, FrameError, type Received, type Sent } from '../wire/message.ts';
import { decodeText, encodeText, type Version } from '../wire/text-messages.ts';
import type { Credentials } from './credentials.ts';

// A client sends a heartbeat every 25 s.
const SILENCE_MS = 60_000;
const WITHOUT_CHANNELS_MS = 10 * 60_000;
/** Unread messages cost memory here. A client that lets so much gather has stopped reading. */
const MOST_UNREAD_BYTES = 1024 * 1024;
const MOST_WAITING = 100;
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
  /** Keeps memory for a long join. @returns false when there is no more */
  hold(bytes: number): boolean;
  /** Gives it back. */
  release(bytes: number): void;
  closed(): void;
}

export interface SocketOptions {
  readonly version: Version;
  readonly credentials: Credentials;
  readonly limits: SocketLimits;
  readonly admission: Admission;
}

export class ClientSocket implements Connection {
  readonly version: Version;
  readonly credentials: Credentials;
  readonly #socket: WebSocket;
  readonly #services: ChannelServices;
  readonly #limits: SocketLimits;
  readonly #admission: Admission;
  readonly #channels = new Map<string, Channel>();
  readonly #allowance: Allowance;
  readonly #presenceCalls = new CallWindows();
  #heardAt = performance.now();
  /** Since when there has been no channel. */
  #idleSince = performance.now();

  constructor(
    socket: WebSocket,
    services: ChannelServices,
    { version, credentials, limits, admission }: SocketOptions,
  ) {
    this.version = version;
    this.credentials = credentials;
    this.#socket = socket;
    this.#services = services;
    this.#limits = limits;
    this.#admission = admission;
    this.#allowance = new Allowance(limits.eventsPerSecond);
    socket.on('message', (data, isBinary) => this.#take(data, isBinary));
    socket.on('ping', (data) => this.#answerPing(data));
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

  send(message: Sent): void {
    this.sendFrame(encodeText(this.version, message));
  }

  sendFrame({ data, binary }: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const unread = this.#socket.bufferedAmount;
    if (unread > 0 && unread + data.length > MOST_UNREAD_BYTES) this.#socket.terminate();
    else this.#socket.send(data, { binary });
  }

  /** Ends what has outlived its time: channels with their tokens, the socket with its heartbeat. */
  sweep(now: number): void {
    for (const channel of this.#channels.values()) channel.endIfExpired(now);
    const isSilent = performance.now() - this.#heardAt > SILENCE_MS;
    const isUnused = this.#channels.size === 0 && performance.now() - this.#idleSince > WITHOUT_CHANNELS_MS;
    if (isSilent) this.#socket.terminate();
    else if (isUnused) this.#socket.close();
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
    const refusal = tooMany ?? this.#refuseJoin(name, bytes) ?? this.#refuseHolding(held);
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
        this.#forget(topic, channel);
      },
    });
    this.#channels.set(topic, channel);
    channel.join(ref, asked);
  }

  #refuseHolding(bytes: number): string | undefined {
    return this.#admission.hold(bytes) ? undefined : 'JoinPayloadTooLarge: Too many long joins at once';
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
    if (channel.waiting < MOST_WAITING || this.#socket.isPaused) return;
    this.#socket.pause();
    void channel.done().then(() => this.#socket.resume());
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
    this.#admission.closed();
  }
}
