/** @returns the parts that identify a deep page's path: its beginning, and the page right above */
export function shortPath(path: readonly string[]): readonly string[] {
  return path.length > 3 ? [...path.slice(0, 1), '…', ...path.slice(-2)] : path;
}
