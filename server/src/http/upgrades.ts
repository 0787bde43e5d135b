/**
 * Connections that leave HTTP for WebSockets. The HTTP server forgets them with the upgrade, so they are kept here until
 * they close. The frames are the handlers' business.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Observe } from '../observe/observation.ts';

/** Ends a connection in the protocol's own words, as a WebSocket's close frame does. Called when the server stops. */
export type Goodbye = () => void;

/**
 * Answers the request on the socket: with the upgrade, or by {@link refuseUpgrade}.
 * @param head the bytes that came after the request
 */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => Goodbye;

export class Upgrades {
  readonly #observe: Observe;
  readonly #handlers = new Map<string, UpgradeHandler>();
  readonly #open = new Map<Duplex, Goodbye>();
  #stopping = false;

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  handle(path: string, handler: UpgradeHandler): void {
    this.#handlers.set(path, handler);
  }

  /** Other requests to upgrade get the answer of a plain request, as RFC 9110 section 7.8 allows. */
  takes(request: IncomingMessage): boolean {
    return !this.#stopping && isForWebSocket(request) && this.#handlers.has(pathOf(request));
  }

  /** @param request one that {@link takes} said yes to */
  attach(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // 'close' follows; without a listener an error would end the process.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#open.delete(socket));
    try {
      const goodbye = this.#handlers.get(pathOf(request))?.(request, socket, head);
      if (goodbye && !socket.destroyed) this.#open.set(socket, goodbye);
    } catch (error) {
      this.#observe({ kind: 'request-failed', requestId: randomUUID(), error });
      refuseUpgrade(socket, 500);
    }
  }

  /** From now on no connection is upgraded, and each open one hears that it ends. */
  stop(): void {
    this.#stopping = true;
    for (const [socket, goodbye] of this.#open) {
      try {
        goodbye();
      } catch {
        socket.destroy();
      }
    }
  }

  /** Cuts the connections that are still open. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }
}

/**
 * Answers with a status instead of the upgrade, and closes the connection.
 * @param json the answer's body; else it is the status in words
 */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  json?: Readonly<Record<string, unknown>>,
): void {
  const text = json ? JSON.stringify(json) : `${STATUS_CODES[status]}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Type: ${json ? 'application/json' : 'text/plain'}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

function isForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}
