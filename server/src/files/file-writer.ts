/** Writes bytes to a file as they come: many at a time, while the next ones come. A write for each chunk takes twice as long. */
import type { FileHandle } from 'node:fs/promises';

// Two such portions are in memory for each upload.
const PORTION_BYTES = 256 * 1024;

export class FileWriter {
  readonly #handle: FileHandle;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** @throws what a write before this one failed with */
  async add(chunk: Uint8Array): Promise<void> {
    this.#waiting.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= PORTION_BYTES) await this.#begin();
  }

  /** Resolves when all is written, though not yet brought to the disk. */
  async flush(): Promise<void> {
    await this.#begin();
    await this.#writing;
  }

  async #begin(): Promise<void> {
    await this.#writing;
    const chunks = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    this.#writing = write(this.#handle, chunks);
    // The next write fails with it.
    this.#writing.catch(() => undefined);
  }
}

async function write(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  const { bytesWritten } = await handle.writev(chunks);
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  // A disk may take a part.
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}
