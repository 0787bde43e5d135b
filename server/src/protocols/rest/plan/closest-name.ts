/** "Perhaps you meant …": the candidate that shares most letter pairs with a misspelt name. */

/**
 * @param least how alike they must be, from 0 to 1 (upstream asks 0.75 for tables and functions)
 */
export function closestName(name: string, candidates: Iterable<string>, least = 0.75): string | undefined {
  const pairs = letterPairs(name);
  let best: string | undefined;
  let bestLikeness = least;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const likeness = cosine(pairs, letterPairs(candidate));
    if (likeness >= bestLikeness) [best, bestLikeness] = [candidate, likeness];
  }
  return best;
}

function letterPairs(name: string): ReadonlyMap<string, number> {
  const text = `-${name.toLowerCase()}-`;
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < text.length; index++) {
    const pair = text.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [pair, count] of a) shared += count * (b.get(pair) ?? 0);
  return shared / (length(a) * length(b));
}

function length(pairs: ReadonlyMap<string, number>): number {
  return Math.hypot(...pairs.values());
}
