/**
 * The targets of links in a folder of files, as the programs that wrote them find them: at a path from the text's own
 * folder or from the top, or else by the end of the path, wherever the file is. Upper and lower case are the same,
 * unless a file is written in just that case.
 */

export interface Vault<Target> {
  /** @param path relative to the folder, or from the top where it begins with an empty part */
  atPath(path: readonly string[], folder: readonly string[]): Target | undefined;
  /** @param path a name, or the end of a path. The nearest to the folder of several counts, then the nearest to the top */
  named(path: readonly string[], folder: readonly string[]): Target | undefined;
}

/** The file that `[[target]]` leads to. */
export function followWiki<Target>(
  vault: Vault<Target>,
  target: string,
  folder: readonly string[],
): Target | undefined {
  const path = target.split('/');
  return path[0] === '.' || path[0] === '..' ? vault.atPath(path, folder) : vault.named(path, folder);
}

// Generators of sites serve what is in these folders from the top of the site.
const SERVED_FROM_TOP = ['public', 'static'];

/** The file that an address leads to: Obsidian knows files by their names in these, too. */
export function followPath<Target>(
  vault: Vault<Target>,
  path: readonly string[],
  folder: readonly string[],
): Target | undefined {
  return vault.atPath(path, folder) ?? inSite(vault, path, folder) ?? vault.named(path, folder);
}

/** @returns what the nearest site around the text's folder serves at a path from its top */
function inSite<Target>(
  vault: Vault<Target>,
  path: readonly string[],
  folder: readonly string[],
): Target | undefined {
  if (path[0] !== '' || path.includes('..')) return undefined;
  for (let depth = folder.length; depth >= 0; depth--)
    for (const served of SERVED_FROM_TOP) {
      const found = vault.atPath(['', ...folder.slice(0, depth), served, ...path], folder);
      if (found !== undefined) return found;
    }
  return undefined;
}

interface Place<Target> {
  readonly path: readonly string[];
  readonly target: Target;
}

// A page's file is meant where its ending is left out.
const ENDINGS = ['', '.md', '.markdown', '.html'];

export function vaultOf<Target>(places: Iterable<Place<Target>>): Vault<Target> {
  const all = [...places];
  const exact = vaultBy(all, writtenKey);
  const folded = vaultBy(all, keyOf);
  return {
    atPath: (path, folder) => exact.atPath(path, folder) ?? folded.atPath(path, folder),
    named: (path, folder) => exact.named(path, folder) ?? folded.named(path, folder),
  };
}

type KeyOf = (path: readonly string[]) => string;

function vaultBy<Target>(places: readonly Place<Target>[], key: KeyOf): Vault<Target> {
  const byPath = new Map<string, Target>();
  for (const { path, target } of places) if (!byPath.has(key(path))) byPath.set(key(path), target);
  const byName = Map.groupBy(places, ({ path }) => key(path.slice(-1)));
  const firstWithEnding = <Found>(path: readonly string[], find: (key: string) => Found | undefined) => {
    for (const ending of ENDINGS) {
      const found = find(`${key(path)}${ending}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    atPath: (path, folder) => firstWithEnding(resolve(folder, path), (at) => byPath.get(at)),
    named: (path, folder) => {
      const whole = path.filter((part) => part !== '' && part !== '.');
      if (whole.length === 0 || whole.includes('..')) return undefined;
      const exact = firstWithEnding(whole, (at) => byPath.get(at));
      if (exact !== undefined) return exact;
      const around = key(whole.slice(0, -1));
      return firstWithEnding(whole.slice(-1), (name) => {
        const ends = (byName.get(name) ?? []).filter(
          ({ path: each }) => around === '' || `/${key(each.slice(0, -1))}`.endsWith(`/${around}`),
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

/** As most disks compare paths. */
function keyOf(path: readonly string[]): string {
  return writtenKey(path).toLowerCase();
}

/** macOS writes letters and their accents apart. */
function writtenKey(path: readonly string[]): string {
  return path.join('/').normalize('NFC');
}
