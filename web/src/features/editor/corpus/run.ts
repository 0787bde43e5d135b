/**
 * How long these tests go on. An ordinary run makes the same changes each time. `CORPUS_RUNS=20000 CORPUS_BYTES=10000000` makes
 * that many other ones, to long pages, too; it says the seed of what fails, which `CORPUS_SEED` takes.
 */
import { LEAST_BYTES } from './read-corpus.ts';

const asked = process.env.CORPUS_RUNS;

export const BYTES = Number(process.env.CORPUS_BYTES ?? LEAST_BYTES);
/** Nine of ten pages are shorter. */
export const MOST_LETTERS = asked === undefined ? 20_000 : Number.POSITIVE_INFINITY;
const ORDINARY_SEED = 1;

export function run(ordinary: number): {
  readonly numRuns: number;
  readonly seed: number;
  readonly endOnFailure: true;
} {
  const seed = process.env.CORPUS_SEED ?? (asked === undefined ? ORDINARY_SEED : Date.now() % 2 ** 31);
  // A failure is a place in a long text, and no smaller one fails alike.
  return { numRuns: Number(asked ?? ordinary), seed: Number(seed), endOnFailure: true };
}

/** A machine may be busy, and a long run takes hours. */
export const LIMIT_MS = 300_000 + Number(asked ?? 0) * 500;
