/**
 * A kept-alive HTTP/1.1 connection, one request at a time, with as little work as possible: the load generator shares
 * the machine with the servers, and its cost falls on them alone, as the limit has no HTTP.
 */
import { once } from 'node:events';
import net from 'node:net';

const TIMEOUT_MS = 60_000;
// Servers close a connection that is idle for some seconds: Node.js after five.
const TRUSTED_IDLE_MS = 1000;
const CLOSED = 'The server closed the connection.';
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const STATUS_AT = 'HTTP/1.1 '.length;

interface Pending {
  resolve(body: string): void;
  reject(error: Error): void;
}

export class HttpConnection {
  readonly #origin: URL;
  #socket: net.Socket | undefined;
  #usedAt = 0;
  #received: Buffer[] = [];
  #size = 0;
  /** How many bytes the answer has in all, once its head has come; undefined before, and for one in chunks. */
  #expected: number | undefined;
  #pending: Pending | undefined;

  constructor(origin: string) {
    this.#origin = new URL(origin);
  }

  /** Connects, when it is not or could be closed by the server at any moment. To be called after every pause. */
  async awake(): Promise<void> {
    if (this.#socket && !this.#socket.destroyed && performance.now() - this.#usedAt < TRUSTED_IDLE_MS) return;
    this.#socket?.destroy();
    const { hostname, port } = this.#origin;
    const socket = net.connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.setNoDelay(true);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('No answer in a minute.')));
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#pending?.reject(error));
    socket.on('close', () => {
      if (socket === this.#socket) this.#pending?.reject(new Error(CLOSED));
    });
    this.#socket = socket;
    this.#usedAt = performance.now();
  }

  /** @returns the lines of a head, to be made once and sent often */
  headers(fields: Readonly<Record<string, string>>): string {
    const lines = Object.entries({ host: this.#origin.host, ...fields }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return lines.join('\r\n');
  }

  /** @throws {Error} when it is not connected, or the answer's status is neither 200 nor 201 */
  send(method: string, path: string, headers: string, body: string): Promise<string> {
    const length = body === '' ? '' : `\r\ncontent-length: ${Buffer.byteLength(body)}`;
    return new Promise((resolve, reject) => {
      const socket = this.#socket;
      if (!socket || socket.destroyed) return reject(new Error(CLOSED));
      this.#pending = { resolve, reject };
      this.#usedAt = performance.now();
      socket.write(`${method} ${path} HTTP/1.1\r\n${headers}${length}\r\n\r\n${body}`);
    });
  }

  async close(): Promise<void> {
    this.#socket?.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.length;
    if (this.#expected !== undefined && this.#size < this.#expected) return;
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const headEnd = all.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const head = all.toString('latin1', 0, headEnd);
    const bodyAt = headEnd + END_OF_HEAD.length;
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (length === undefined) {
      const body = joinedChunks(all, bodyAt);
      if (body !== undefined) this.#settle(head, body);
      return;
    }
    this.#expected = bodyAt + Number(length);
    if (all.length >= this.#expected) this.#settle(head, all.toString('utf8', bodyAt, this.#expected));
  }

  #settle(head: string, body: string): void {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#received = [];
    this.#size = 0;
    this.#expected = undefined;
    const status = head.slice(STATUS_AT, STATUS_AT + 3);
    if (status === '200' || status === '201') pending?.resolve(body);
    else pending?.reject(new Error(`The server answered ${status}: ${body.slice(0, 300)}`));
  }
}

/**
 * @returns a body that comes in chunks (RFC 9112 section 7.1) without trailers; undefined when some are still to come
 */
function joinedChunks(all: Buffer, start: number): string | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = all.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(all.toString('latin1', at, lineEnd), 16);
    const dataAt = lineEnd + 2;
    if (all.length < dataAt + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts).toString('utf8');
    parts.push(all.subarray(dataAt, dataAt + size));
    at = dataAt + size + 2;
  }
}
