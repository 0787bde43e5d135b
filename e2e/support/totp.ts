/** An authenticator app: the codes of a secret (RFC 6238), from before, now and soon, since none is accepted twice. */
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

export class AuthenticatorApp {
  readonly #key: Buffer;
  #step = 0;

  /** @param secret base32, spaces allowed */
  constructor(secret: string) {
    const bits = [...secret.replaceAll(' ', '')].map((letter) =>
      ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
    );
    const bytes = bits.join('').match(/.{8}/g) ?? [];
    this.#key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  }

  /** A code that the server has not seen. The third one in a row is from half a minute ahead, which it tolerates. */
  nextCode(): string {
    const now = Math.floor(Date.now() / STEP_MS);
    this.#step = Math.max(this.#step + 1, now - 1);
    if (this.#step > now + 1) throw new Error('No code is left for this half minute.');
    return this.#codeAt(this.#step);
  }

  /** A code that is not accepted now. */
  wrongCode(): string {
    const now = Math.floor(Date.now() / STEP_MS);
    const accepted = [-2, -1, 0, 1, 2].map((offset) => this.#codeAt(now + offset));
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !accepted.includes(code)) ??
      ''
    );
  }

  #codeAt(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac('sha1', this.#key).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 0xf;
    return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
  }
}
