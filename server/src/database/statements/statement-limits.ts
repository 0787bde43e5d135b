/**
 * How long a caller's statement may take: all get less while statements have to be ended, where that costs
 * everybody.
 */

import type { Sharing } from '../engines/engine.ts';
import type { EndedStatements } from './ended-statements.ts';

export type StatementKind = 'write' | 'read' | 'pattern';

const PATTERN_MS = 1000;
const LEAST_MS = 1000;

export class StatementLimits {
  readonly #longestMs: number;
  readonly #parts: Sharing['timeParts'];
  readonly #ended: EndedStatements;

  constructor(longestS: number, { timeParts }: Sharing, ended: EndedStatements) {
    this.#longestMs = longestS * 1000;
    this.#parts = timeParts;
    this.#ended = ended;
  }

  /** For what the server does itself. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** @returns milliseconds */
  of(kind: StatementKind): number {
    if (kind === 'pattern') return Math.min(PATTERN_MS, this.#longestMs);
    const part = this.#longestMs / this.#parts[kind] / 2 ** this.#ended.count;
    return Math.min(this.#longestMs, Math.max(LEAST_MS, Math.round(part)));
  }
}
