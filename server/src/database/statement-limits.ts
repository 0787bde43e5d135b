/**
 * How long a caller's statement may take. Where all share one connection, what takes long keeps everyone waiting and
 * costs them the connection in the end: it gets a part of the time, and all get less while such statements come,
 * from whichever accounts.
 */
export type StatementKind = 'write' | 'read' | 'pattern';

const PATTERN_MS = 1000;
const LEAST_MS = 1000;
const SHARED_PARTS = { read: 4, write: 2 };
const REMEMBERED_MS = 10 * 60_000;

export class StatementLimits {
  readonly #longestMs: number;
  readonly #shared: boolean;
  #ended: number[] = [];

  /** @param shared whether all share one connection */
  constructor(longestS: number, shared: boolean) {
    this.#longestMs = longestS * 1000;
    this.#shared = shared;
  }

  /** For what the server does itself. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** @returns milliseconds */
  of(kind: StatementKind): number {
    if (kind === 'pattern') return Math.min(PATTERN_MS, this.#longestMs);
    if (!this.#shared) return this.#longestMs;
    const now = performance.now();
    this.#ended = this.#ended.filter((at) => now - at < REMEMBERED_MS);
    const part = this.#longestMs / SHARED_PARTS[kind] / 2 ** this.#ended.length;
    return Math.min(this.#longestMs, Math.max(LEAST_MS, Math.round(part)));
  }

  /** One had to be ended. */
  noteEnded(): void {
    if (this.#shared) this.#ended.push(performance.now());
  }
}
