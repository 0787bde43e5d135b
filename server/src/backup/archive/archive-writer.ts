/**
 * Writes a backup's archive: a tar of parts, then `SHA256SUMS` with the digest of each, as `sha256sum -c` reads it, and at the
 * very end `manifest.json`, so that an archive which was cut short has none.
 */
import { createHash } from 'node:crypto';
import type { Manifest } from './manifest.ts';
import { BLOCK, paddingOf, writeHeader } from './tar.ts';

export const SUMS = 'SHA256SUMS';
export const MANIFEST = 'manifest.json';

/** Takes the bytes of an archive, in order. */
export type Sink = (bytes: Buffer) => Promise<void>;

export class ArchiveWriter {
  readonly #sink: Sink;
  readonly #time = new Date();
  readonly #sums: string[] = [];
  #bytes = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** How many bytes the archive has so far. */
  get bytes(): number {
    return this.#bytes;
  }

  add(name: string, bytes: Buffer): Promise<void> {
    return this.addStream(name, bytes.length, [bytes]);
  }

  /** @throws {Error} when there are more or fewer bytes than that; the archive is then of no use */
  async addStream(
    name: string,
    size: number,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    await this.#write(writeHeader({ name, size }, this.#time));
    const digest = createHash('sha256');
    let written = 0;
    for await (const chunk of bytes) {
      digest.update(chunk);
      written += chunk.length;
      await this.#write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`);
    if (paddingOf(size) > 0) await this.#write(Buffer.alloc(paddingOf(size)));
    this.#sums.push(`${digest.digest('hex')}  ${name}\n`);
  }

  /** @param manifest all of it but the digest of the sums */
  async finish(manifest: Omit<Manifest, 'sums'>): Promise<void> {
    const list = Buffer.from(this.#sums.join(''));
    await this.add(SUMS, list);
    const whole: Manifest = { ...manifest, sums: createHash('sha256').update(list).digest('hex') };
    await this.add(MANIFEST, Buffer.from(`${JSON.stringify(whole, null, 2)}\n`));
    await this.#write(Buffer.alloc(2 * BLOCK));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length;
    await this.#sink(bytes);
  }
}
