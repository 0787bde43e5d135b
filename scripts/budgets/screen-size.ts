/**
 * How much JavaScript a screen brings over the wire, from the build's manifest. It follows static imports only: what
 * a screen loads later, on demand, is another screen's size. It reads no files itself.
 */

/** The part of Vite's manifest.json that is needed here. */
export type Manifest = Readonly<Record<string, ManifestEntry>>;

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
}

export interface Budget {
  readonly screen: string;
  /** The modules whose code a first visit to the screen loads. */
  readonly modules: readonly string[];
  /** Already there when this screen is opened, so not counted again. */
  readonly after?: readonly string[];
  readonly limit: number;
}

export interface Measured {
  readonly screen: string;
  /** Bytes, as `sizeOf` counts them. */
  readonly size: number;
  readonly limit: number;
}

/** @throws {Error} when the build has no such module, as after a rename: a budget that measures nothing holds always */
export function measure(
  budgets: readonly Budget[],
  manifest: Manifest,
  sizeOf: (file: string) => number,
): Measured[] {
  return budgets.map(({ screen, modules, after = [], limit }) => {
    const there = filesOf(after, manifest);
    const files = [...filesOf(modules, manifest)].filter((file) => !there.has(file));
    return { screen, limit, size: files.reduce((total, file) => total + sizeOf(file), 0) };
  });
}

/**
 * Files that import each other run in an order that the network decides: one may read what the other has not made yet.
 * @returns the files of such a ring, the first one again at its end; undefined where there is none
 */
export function findRing(manifest: Manifest): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const imported of manifest[name]?.imports ?? []) {
      const ring = visit(imported, [...path, name]);
      if (ring) return ring;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(manifest)) {
    const ring = visit(name, []);
    if (ring) return ring;
  }
  return undefined;
}

export function isOver({ size, limit }: Measured): boolean {
  return size > limit;
}

function filesOf(modules: readonly string[], manifest: Manifest): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const entry = manifest[name];
    if (!entry) throw new Error(`The build has no module ${name}: name its successor in check-budgets.ts.`);
    files.add(entry.file);
    entry.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return files;
}
