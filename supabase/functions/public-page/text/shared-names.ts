/**
 * The page that a wiki link names, among those that are shared together with this one: no other page's name or id is asked for.
 */
import type { SharedPage } from '../pages.ts';

interface Index {
  readonly byId: ReadonlyMap<string, SharedPage>;
  readonly byName: ReadonlyMap<string, readonly SharedPage[]>;
}

// A text may have thousands of links.
const indexes = new WeakMap<readonly SharedPage[], Index>();

function indexOf(tree: readonly SharedPage[]): Index {
  const index = indexes.get(tree) ?? {
    byId: new Map(tree.map((page) => [page.id, page])),
    byName: Map.groupBy(tree, ({ name }) => fold(name)),
  };
  indexes.set(tree, index);
  return index;
}

/** @returns undefined where no page is meant, or several may be */
export function pageNamed(target: string, tree: readonly SharedPage[]): SharedPage | undefined {
  if (target === '') return undefined;
  const { byId, byName } = indexOf(tree);
  const whole = byName.get(fold(target)) ?? [];
  if (whole.length > 0 || !target.includes('/')) return whole.length === 1 ? whole[0] : undefined;
  const names = target
    .split('/')
    .map(fold)
    .filter((name) => name !== '');
  const found = (byName.get(names.at(-1) ?? '') ?? []).filter((page) => isAt(page, names, byId));
  return found.length === 1 ? found[0] : undefined;
}

function isAt(page: SharedPage, names: readonly string[], byId: Index['byId']): boolean {
  let current: SharedPage | undefined = page;
  for (const name of names.toReversed()) {
    if (!current || fold(current.name) !== name) return false;
    current = byId.get(current.parent_id ?? '');
  }
  return true;
}

function fold(name: string): string {
  return (name.trim() || 'Untitled').normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ');
}
