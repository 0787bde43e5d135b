/**
 * Generated tests draw the same values on each run, so that a change fails for what it changed. `GENERATED_SEED` takes
 * another seed, or `random` for one that differs from run to run; fast-check prints the one that failed.
 */
import fc from 'fast-check';

const ORDINARY_SEED = 1;

/** For each test file, before its own properties. */
export function seedGenerated(): void {
  const asked = process.env.GENERATED_SEED;
  if (asked === 'random') return;
  const seed = asked === undefined ? ORDINARY_SEED : Number(asked);
  if (!Number.isInteger(seed))
    throw new Error(`GENERATED_SEED is a whole number or "random", not "${asked}".`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
