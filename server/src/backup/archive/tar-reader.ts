/** Reads the members of a tar archive one after the other, whatever their size. */
import { BLOCK, BrokenTarError, type Member, paddingOf, readHeader } from './tar.ts';

export interface ReadMember extends Member {
  /** To be read before the next member; the rest is passed over. */
  readonly body: AsyncIterable<Buffer>;
}

/** @throws {BrokenTarError} also when the bytes end before the archive does */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadMember> {
  const source = new Source(bytes);
  try {
    for (;;) {
      const member = readHeader(await source.exactly(BLOCK));
      if (!member) return;
      const body = source.upTo(member.size);
      yield { ...member, body };
      for await (const _ of body);
      await source.exactly(paddingOf(member.size));
    }
  } finally {
    await source.close();
  }
}

class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  async exactly(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.upTo(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async *upTo(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#rest.length === 0) await this.#more();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new BrokenTarError('it ends too early');
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
