/**
 * What the links of a folder of files lead to, as the programs that wrote them find it: at a path from the text's own folder or
 * from the top, or else by the end of the path, wherever the file is. Upper and lower case are the same.
 */

export interface Vault<Target> {
  /** @param path relative to the folder, or from the top where it begins with an empty part */
  atPath(path: readonly string[], folder: readonly string[]): Target | undefined;
  /** @param path a name, or the end of a path. Of several, the one nearest to the folder, then the one nearest to the top */
  named(path: readonly string[], folder: readonly string[]): Target | undefined;
}

/** What `[[target]]` leads to. */
export function followWiki<Target>(
  vault: Vault<Target>,
  target: string,
  folder: readonly string[],
): Target | undefined {
  const path = target.split('/');
  return path[0] === '.' || path[0] === '..' ? vault.atPath(path, folder) : vault.named(path, folder);
}

/** What an address leads to: Obsidian knows files by their names in these, too. */
export function followPath<Target>(
  vault: Vault<Target>,
  path: readonly string[],
  folder: readonly string[],
): Target | undefined {
  return vault.atPath(path, folder) ?? vault.named(path, folder);
}

interface Place<Target> {
  readonly path: readonly string[];
  readonly target: Target;
}

// A page's file is meant where its ending is left out.
const ENDINGS = ['', '.md', '.markdown', '.html'];

export function vaultOf<Target>(places: Iterable<Place<Target>>): Vault<Target> {
  const byPath = new Map<string, Target>();
  const byName = new Map<string, Place<Target>[]>();
  for (const place of places) {
    const key = keyOf(place.path);
    if (!byPath.has(key)) byPath.set(key, place.target);
    const name = keyOf(place.path.slice(-1));
    const same = byName.get(name);
    if (same) same.push(place);
    else byName.set(name, [place]);
  }
  const firstWithEnding = <Found>(path: readonly string[], find: (key: string) => Found | undefined) => {
    const key = keyOf(path);
    for (const ending of ENDINGS) {
      const found = find(`${key}${ending}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    atPath: (path, folder) => firstWithEnding(resolve(folder, path), (key) => byPath.get(key)),
    named: (path, folder) => {
      const whole = path.filter((part) => part !== '' && part !== '.');
      if (whole.length === 0 || whole.includes('..')) return undefined;
      const exact = firstWithEnding(whole, (key) => byPath.get(key));
      if (exact !== undefined) return exact;
      const around = keyOf(whole.slice(0, -1));
      return firstWithEnding(whole.slice(-1), (name) => {
        const ends = (byName.get(name) ?? []).filter(
          ({ path: each }) => around === '' || `/${keyOf(each.slice(0, -1))}`.endsWith(`/${around}`),
        );
        return nearest(ends, folder)?.target;
      });
    },
  };
}

function nearest<Target>(
  places: readonly Place<Target>[],
  folder: readonly string[],
): Place<Target> | undefined {
  const own = `${keyOf(folder)}/`;
  const isUnder = ({ path }: Place<Target>) => `${keyOf(path.slice(0, -1))}/`.startsWith(own);
  return places.toSorted(
    (a, b) =>
      Number(isUnder(b)) - Number(isUnder(a)) ||
      a.path.length - b.path.length ||
      a.path.join('/').length - b.path.join('/').length ||
      // Whichever it is, it is the same one each time.
      (keyOf(a.path) < keyOf(b.path) ? -1 : 1),
  )[0];
}

export function resolve(folder: readonly string[], path: readonly string[]): string[] {
  const [first] = path;
  // From the top of what is imported.
  const resolved = first === '' ? [] : [...folder];
  for (const part of path) {
    if (part === '..') resolved.pop();
    else if (part !== '' && part !== '.') resolved.push(part);
  }
  return resolved;
}

export function keyOf(path: readonly string[]): string {
  return path.join('/').normalize('NFC').toLowerCase();
}
