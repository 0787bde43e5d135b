/** All sockets of a process: who may connect, and which channels are asked again when something has changed. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { clientNetwork, requestAddress } from '../../../http/caller/client-address.ts';
import { type Goodbye, refuseUpgrade } from '../../../http/upgrades.ts';
import type { Channel } from '../channel/channel.ts';
import type { ChannelServices } from '../channel/channel-services.ts';
import { type Credentials, CredentialsError } from '../channel/credentials.ts';
import { Allowance, Allowances } from '../limits/allowance.ts';
import { ArrivingBytes } from '../limits/arriving-bytes.ts';
import { ChannelCounts } from '../limits/channel-counts.ts';
import { Counts } from '../limits/counts.ts';
import { UnsentBytes } from '../limits/unsent-bytes.ts';
import type { Version } from '../wire/text-messages.ts';
import { ClientSocket, type SocketLimits } from './client-socket.ts';

const SWEEP_MS = 1000;
const MOST_FRAGMENTS = 1024;
// A client that does not answer the end of its connection loses it.
const LAST_WORDS_MS = 1000;
/** In each sweep, when all are to be asked again: after the connection to the database was lost. */
const CONFIRMED_AT_A_TIME = 500;
const SHUTTING_DOWN = 'RealtimeRestarting: Realtime is restarting, please standby';
/** The bytes of long joins, over all sockets. */
const MOST_HELD_BYTES = 64 * 1024 * 1024;
// The server counts the joins of this many client networks. It forgets the oldest beyond that.
const MOST_NETWORKS = 10_000;
/** On average over the sockets of one client address, and over all: an open page has four. */
const CHANNELS_PER_CONNECTION = 4;
const TOO_MANY_JOINS = 'ClientJoinRateLimitReached: Too many joins per second';

export interface SocketsLimits extends SocketLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Whether a proxy in front names the client. */
  readonly trustProxy: boolean;
  readonly joinsPerSecond: number;
  /** The longest message of a client, with everything around its payload. */
  readonly frameBytes: number;
}

interface Newcomer {
  readonly version: Version;
  readonly credentials: Credentials;
  readonly network: string;
}

export class Sockets {
  readonly #services: ChannelServices;
  readonly #limits: SocketsLimits;
  readonly #server: WebSocketServer;
  readonly #open = new Set<ClientSocket>();
  readonly #arriving = new ArrivingBytes();
  readonly #unsent = new UnsentBytes();
  readonly #channelCounts: ChannelCounts;
  readonly #joins: Allowance;
  /** The joins of each client network: nobody alone takes all of them. */
  readonly #joinsOf: Allowances;
  #heldBytes = 0;
  /** How many sockets each client network has, open or opening. */
  readonly #networks = new Counts();
  readonly #clock: NodeJS.Timeout;
  /** Requests whose key is being looked at. */
  #opening = 0;
  #isStopping = false;
  #unconfirmed: Channel[] = [];

  constructor(services: ChannelServices, limits: SocketsLimits) {
    this.#services = services;
    this.#limits = limits;
    this.#joins = new Allowance(limits.joinsPerSecond);
    this.#joinsOf = new Allowances(limits.joinsPerSecond / 2, MOST_NETWORKS);
    this.#channelCounts = new ChannelCounts({
      process: limits.connections * CHANNELS_PER_CONNECTION,
      network: limits.connectionsPerAddress * CHANNELS_PER_CONNECTION,
    });
    this.#server = new WebSocketServer(serverOptions(limits.frameBytes));
    this.#clock = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Connects a client, or refuses to. */
  upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): Goodbye {
    let socket: ClientSocket | undefined;
    let isEnding = false;
    const network = clientNetwork(requestAddress(request, this.#limits.trustProxy));
    if (this.#isFull(network)) refuseUpgrade(raw, 429, { error: 'Too many connected users' });
    else {
      this.#opening++;
      this.#networks.add(network, 1);
      raw.once('close', () => this.#networks.add(network, -1));
      this.#connect(request, raw, head, network)
        .then((connected) => {
          socket = connected;
          if (isEnding) socket?.sayGoodbye();
        })
        .catch((error: unknown) => this.#refuse(raw, error))
        .finally(() => this.#opening--);
    }
    return () => {
      this.#isStopping = true;
      isEnding = true;
      socket?.sayGoodbye();
    };
  }

  #isFull(network: string): boolean {
    const { connections, connectionsPerAddress } = this.#limits;
    return (
      this.#open.size + this.#opening >= connections || this.#networks.of(network) >= connectionsPerAddress
    );
  }

  /** Asks again whether the channels that are meant may stay open. */
  confirm(concerned: (channel: Channel) => boolean): void {
    for (const channel of this.#channels()) if (concerned(channel)) channel.confirm();
  }

  /** Asks for all channels, a few at a time. */
  confirmAll(): void {
    this.#unconfirmed = this.#channels();
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #channels(): Channel[] {
    return [...this.#open].flatMap((socket) => [...socket.channels]);
  }

  #sweep(): void {
    const now = Date.now();
    for (const socket of this.#open) socket.sweep(now);
    for (const channel of this.#unconfirmed.splice(0, CONFIRMED_AT_A_TIME)) channel.confirm();
  }

  async #connect(
    request: IncomingMessage,
    raw: Duplex,
    head: Buffer,
    network: string,
  ): Promise<ClientSocket | undefined> {
    const credentials = await this.#services.credentials.ofUpgrade(request);
    const { promise, resolve } = Promise.withResolvers<ClientSocket | undefined>();
    // The library answers by itself when the rest of the request is no good.
    raw.once('close', () => resolve(undefined));
    if (raw.destroyed) resolve(undefined);
    this.#server.handleUpgrade(request, raw, head, (webSocket) =>
      resolve(this.#adopt(webSocket, raw, { version: versionOf(request), credentials, network })),
    );
    return promise;
  }

  #adopt(webSocket: WebSocket, raw: Duplex, { version, credentials, network }: Newcomer): ClientSocket {
    const arriving = this.#arriving.open();
    raw.on('data', (chunk: Buffer) => arriving.add(chunk.length) || webSocket.terminate());
    webSocket.on('message', arriving.settle);
    const socket: ClientSocket = new ClientSocket(webSocket, this.#services, {
      version,
      credentials,
      network,
      unsent: this.#unsent,
      limits: this.#limits,
      admission: {
        refuseJoin: () => this.#refuseJoin(network),
        takeChannel: () => this.#channelCounts.take(network),
        giveChannel: () => this.#channelCounts.give(network),
        hold: (bytes) => this.#hold(bytes),
        release: (bytes) => {
          this.#heldBytes -= bytes;
        },
        closed: () => {
          arriving.settle();
          this.#open.delete(socket);
        },
      },
    });
    this.#open.add(socket);
    return socket;
  }

  #hold(bytes: number): boolean {
    if (bytes > 0 && this.#heldBytes + bytes > MOST_HELD_BYTES) return false;
    this.#heldBytes += bytes;
    return true;
  }

  #refuseJoin(network: string): string | undefined {
    if (this.#isStopping) return SHUTTING_DOWN;
    return this.#joinsOf.of(network).take() && this.#joins.take() ? undefined : TOO_MANY_JOINS;
  }

  #refuse(raw: Duplex, error: unknown): void {
    if (error instanceof CredentialsError) refuseUpgrade(raw, 401, { error: error.message });
    else {
      this.#services.report(error);
      refuseUpgrade(raw, 500, { error: 'Error connecting to Realtime' });
    }
  }
}

/** Version 1.0.0 when a client names none, as upstream has it. */
function versionOf({ url = '' }: IncomingMessage): Version {
  const asked = new URL(url, 'http://localhost').searchParams.get('vsn');
  return asked?.startsWith('2.') ? '2.0.0' : '1.0.0';
}

function serverOptions(maxPayload: number): ServerOptions & { closeTimeout: number } {
  return {
    noServer: true,
    clientTracking: false,
    // Messages are small or compressed already, and a context for each socket costs more memory than the socket.
    perMessageDeflate: false,
    maxPayload,
    maxFragments: MOST_FRAGMENTS,
    autoPong: false,
    // The types lack it.
    closeTimeout: LAST_WORDS_MS,
  };
}
