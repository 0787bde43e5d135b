/**
 * The engine without what would take most of its memory: V8 compiles a function of WebAssembly again, optimised, once
 * it has run for a while. For the SQL parser that takes 600 MB and a second. Statements that come again are prepared,
 * so the parser need not be quick.
 */
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';

// Messages of the wire protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html).
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);
// Without a name, with an empty text and no parameters.
const PARSE_NOTHING = Uint8Array.of(0x50, 0, 0, 0, 8, 0, 0, 0, 0);

export class LightPglite extends PGlite {
  /**
   * Called by the engine when it has begun to answer, before it has parsed anything. It would learn the types of arrays
   * here, for answers that it reads itself: ours are read by `pg`.
   */
  override async _initArrayTypes(): Promise<void> {
    // So that everything else that an answer takes has been compiled.
    await this.#say(SYNC);
    // Code that is compiled while this names another function never asks to be optimised.
    setFlagsFromString('--wasm-tier-up-filter=0');
    try {
      await this.#say(PARSE_NOTHING);
    } finally {
      setFlagsFromString('--wasm-tier-up-filter=-1');
    }
    await this.#say(SYNC);
  }

  async #say(message: Uint8Array): Promise<void> {
    await this.execProtocolRaw(message, { syncToFs: false });
  }
}
