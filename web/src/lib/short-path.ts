/** @returns of a deep page's path what tells it from others: where it begins, and what is right above */
export function shortPath(path: readonly string[]): readonly string[] {
  return path.length > 3 ? [...path.slice(0, 1), '…', ...path.slice(-2)] : path;
}
