/**
 * How long a caller's statement may take. Where all share one connection, what takes long keeps everyone waiting and
 * costs them the connection in the end: it gets a part of the time, and all get less while such statements come,
 * from whichever accounts.
 */
import type { EndedStatements } from './ended-statements.ts';

export type StatementKind = 'write' | 'read' | 'pattern';

const PATTERN_MS = 1000;
const LEAST_MS = 1000;
const SHARED_PARTS = { read: 4, write: 2 };

export class StatementLimits {
  readonly #longestMs: number;
  readonly #sharesOneConnection: boolean;
  readonly #ended: EndedStatements;

  constructor(longestS: number, sharesOneConnection: boolean, ended: EndedStatements) {
    this.#longestMs = longestS * 1000;
    this.#sharesOneConnection = sharesOneConnection;
    this.#ended = ended;
  }

  /** For what the server does itself. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** @returns milliseconds */
  of(kind: StatementKind): number {
    if (kind === 'pattern') return Math.min(PATTERN_MS, this.#longestMs);
    if (!this.#sharesOneConnection) return this.#longestMs;
    const part = this.#longestMs / SHARED_PARTS[kind] / 2 ** this.#ended.count;
    return Math.min(this.#longestMs, Math.max(LEAST_MS, Math.round(part)));
  }
}
