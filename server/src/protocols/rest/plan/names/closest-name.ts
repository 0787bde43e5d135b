/** "Perhaps you meant …": the candidate that takes the fewest edits to get from a misspelt name. */

/**
 * @param least how alike they must be, from 0 to 1 (upstream asks 0.75 for tables and functions)
 */
export function closestName(name: string, candidates: Iterable<string>, least = 0.75): string | undefined {
  let best: string | undefined;
  let bestLikeness = least;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const longest = Math.max(candidate.length, name.length);
    // Names too different in length cannot be alike enough: most are passed over without being compared.
    if (1 - Math.abs(candidate.length - name.length) / longest < bestLikeness) continue;
    const likeness = 1 - editDistance(name.toLowerCase(), candidate.toLowerCase()) / longest;
    if (likeness >= bestLikeness) [best, bestLikeness] = [candidate, likeness];
  }
  return best;
}

/** Levenshtein's: insertions, deletions and replacements of one character. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
