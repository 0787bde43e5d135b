/** A browser's line to the server, which can be cut, be slow, or lose what the server answers. */
import net from 'node:net';

export type LineState = 'open' | 'cut' | 'slow' | 'deaf';

const SLOW_BY_MS = 5000;

export class Line implements AsyncDisposable {
  readonly #serverPort: () => number;
  readonly #listener: net.Server;
  readonly #sockets = new Set<net.Socket>();
  #state: LineState = 'open';

  private constructor(serverPort: () => number) {
    this.#serverPort = serverPort;
    this.#listener = net.createServer((socket) => this.#connect(socket));
  }

  /** @param serverPort asked for each connection */
  static async open(serverPort: () => number): Promise<Line> {
    const line = new Line(serverPort);
    await new Promise<void>((resolve) => line.#listener.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.#listener.address() as net.AddressInfo).port;
  }

  get state(): LineState {
    return this.#state;
  }

  change(state: LineState): void {
    // An answer that was lost does not come after all.
    if (state === 'cut' || this.#state === 'deaf') this.#hangUp();
    this.#state = state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#listener.close(resolve));
    this.#hangUp();
    await closed;
  }

  #connect(browser: net.Socket): void {
    if (this.#state === 'cut') return void browser.destroy();
    const server = net.connect(this.#serverPort(), '127.0.0.1');
    let lastAnswer = Promise.resolve();
    // In the order in which they came, also where the line has become quick again.
    const answer = (work: () => void) => {
      const dueAt = Date.now() + (this.#state === 'slow' ? SLOW_BY_MS : 0);
      lastAnswer = lastAnswer.then(() => pause(dueAt - Date.now())).then(work);
    };
    for (const socket of [browser, server]) {
      this.#sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    browser.on('data', (bytes) => server.write(bytes));
    browser.on('close', () => server.destroy());
    server.on('data', (bytes) => this.#state !== 'deaf' && answer(() => browser.write(bytes)));
    server.on('close', () => answer(() => browser.end()));
  }

  #hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
