/** Which pages of a workspace `[[target]]` may mean: those of this name, or those at this path of names. */
import { pageTitle } from '../../../lib/page/page-title.ts';

export interface NamedPage {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
}

/** As links between pages are followed (editor/linked-pages/wiki-pages.ts). */
export function namedPages(pages: readonly NamedPage[]): (target: string) => readonly NamedPage[] {
  const byName = Map.groupBy(pages, ({ name }) => fold(name));
  const byId = new Map(pages.map((page) => [page.id, page]));
  const isUnder = (page: NamedPage, folders: readonly string[]): boolean => {
    let above = page;
    for (const folder of folders.toReversed()) {
      const parent = byId.get(above.parent_id ?? '');
      if (!parent || fold(parent.name) !== folder) return false;
      above = parent;
    }
    return true;
  };
  return (target) => {
    const whole = byName.get(fold(target));
    if (whole || !target.includes('/')) return whole ?? [];
    const names = target
      .split('/')
      .filter((name) => name.trim() !== '')
      .map(fold);
    return (byName.get(names.at(-1) ?? '') ?? []).filter((page) => isUnder(page, names.slice(0, -1)));
  };
}

function fold(name: string): string {
  return pageTitle(name).normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ');
}
