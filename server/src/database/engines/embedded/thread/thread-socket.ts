/**
 * The socket that `pg` gets: bytes written here go to the database's thread, and its answers are read here. Each write
 * is a message, so writes to a corked stream travel together.
 */
import { Duplex } from 'node:stream';
import type { DatabaseThread } from './database-thread.ts';
import { joined } from './thread-messages.ts';

export class ThreadSocket extends Duplex {
  readonly #open: () => Promise<DatabaseThread>;
  #thread: DatabaseThread | undefined;

  /** @param open gives the thread that runs now; starts one when the last has ended */
  constructor(open: () => Promise<DatabaseThread>) {
    super({ allowHalfOpen: false });
    this.#open = open;
  }

  /** As of `net.Socket`: 'connect' or 'error' follows. */
  connect(): this {
    this.#connect().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  async #connect(): Promise<void> {
    const thread = await this.#open();
    await thread.connect();
    this.#thread = thread;
    thread.onAnswer = (bytes) => {
      if (!this.destroyed) this.push(bytes);
    };
    void thread.ended.then((broken) =>
      this.destroy(broken ?? new Error('The embedded database has stopped.')),
    );
  }

  /**
   * Answers the running statement with an error, in place of the thread, and breaks. The pool must not give
   * this connection to the next caller, whose work would end with the thread.
   */
  refuse(errorResponse: Uint8Array): void {
    this.push(errorResponse);
    this.destroy(new Error('The embedded database was started again.'));
  }

  override _read(): void {
    // Answers are pushed as they come: `pg` never pauses.
  }

  // Copied, even a single chunk: `pg` reuses the memory of chunks that it has written.
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#thread?.send(joined([chunk]));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#thread?.send(joined(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  // A socket's settings that have no meaning here.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
