/**
 * The server's side of the thread in which the embedded Postgres runs (thread.ts): starts it, sends it bytes, and
 * notices when it ends.
 */
import { Worker } from 'node:worker_threads';
import type { FromThread, ThreadStart, ToThread } from './thread-messages.ts';

/** Lends a thread that outlives the server it is for. */
export type Borrow = () => Promise<{
  readonly thread: DatabaseThread;
  /** Called when the server sends nothing more to it. */
  giveBack(): Promise<void>;
}>;

export class DatabaseThread {
  /** Resolves when the database is open. @throws {Error} why it cannot be opened */
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended, with what broke it. */
  readonly ended: Promise<Error | undefined>;
  /** Gets the answers to bytes that were sent, in order; a large one in parts. */
  onAnswer: (bytes: Uint8Array) => void = () => undefined;
  readonly #worker: Worker;
  readonly #waiting = new Map<string, (message: FromThread) => void>();
  #hasEnded = false;
  #isEnding = false;
  #isLarge = false;
  #unanswered = 0;
  #answered = 0;

  constructor(start: ThreadStart) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: start });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    let broken: Error | undefined;
    this.#worker.on('error', (error) => {
      broken = error as Error;
    });
    this.ended = new Promise((resolve) =>
      this.#worker.once('exit', () => {
        this.#hasEnded = true;
        resolve(broken);
      }),
    );
    this.ready = this.#said('ready').then(() => undefined);
    this.ready.catch(() => undefined);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether it is ending, so that nothing more may be sent to it. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Whether statements have made it larger than it needs to be. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** How often it has answered so far, and whether something is still to be answered: does it make progress? */
  get progress(): { readonly answered: number; readonly busy: boolean } {
    return { answered: this.#answered, busy: this.#unanswered > 0 };
  }

  /** @param bytes messages of the wire protocol, whole ones; they are gone from here */
  send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#unanswered++;
    this.#worker.postMessage(bytes satisfies ToThread, [bytes.buffer]);
  }

  /** Resets the one backend for the next connection. */
  async connect(): Promise<void> {
    await this.ready;
    await this.#ask({ kind: 'connect' }, 'connected');
  }

  /** @throws {Error} when the file could not be written whole */
  async backup(file: string): Promise<void> {
    const { problem } = (await this.#ask({ kind: 'backup', file }, 'backup-written')) as { problem?: string };
    if (problem !== undefined) throw new Error(problem);
  }

  /** Closes the database in order. */
  async close(): Promise<void> {
    this.#isEnding = true;
    this.#worker.postMessage({ kind: 'close' } satisfies ToThread);
    await this.ended;
  }

  /** Ends it as a `kill -9` would end a process: committed rows are on disk, running statements are lost. */
  async kill(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  #receive(message: FromThread): void {
    if (message instanceof Uint8Array) {
      this.#unanswered--;
      this.#answered++;
      this.onAnswer(message);
    } else if (message.kind === 'part') {
      this.onAnswer(message.bytes);
    } else if (message.kind === 'large') {
      this.#isLarge = true;
    } else {
      this.#waiting.get(message.kind)?.(message);
    }
  }

  #ask(message: ToThread, answer: string): Promise<FromThread> {
    const said = this.#said(answer);
    this.#worker.postMessage(message);
    return said;
  }

  async #said(kind: string): Promise<FromThread> {
    const said = new Promise<FromThread>((resolve) => this.#waiting.set(kind, resolve));
    const ended = this.ended.then((broken) => {
      throw broken ?? new Error('The embedded database has stopped.');
    });
    ended.catch(() => undefined);
    return Promise.race([said, ended]);
  }
}
