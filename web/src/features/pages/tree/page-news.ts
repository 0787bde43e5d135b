/**
 * News of a workspace's pages: as a message from the database, or as its answer about a time in which messages were missed.
 * Both come in any order, and more than once. The shape is that of `private.page_news` (supabase/migrations).
 */
import type { PageLook } from '../../../lib/page/page-look.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import type { TreePage } from './page-forest.ts';

interface Timed {
  readonly id: string;
  /** The time of the change, since 1970, by the database's clock. */
  readonly microsecond: number;
}

export interface PageNews {
  readonly pages: readonly (TreePage & Timed)[];
  /** In the trash, hidden from this person, or deleted. */
  readonly gone: readonly Timed[];
}

/** @returns undefined for another shape, such as that of a later version, or one that only says that there is much */
export function readPageNews(told: unknown): PageNews | undefined {
  if (typeof told !== 'object' || told === null || !('pages' in told) || !('gone' in told)) return undefined;
  const { pages, gone } = told;
  if (!Array.isArray(pages) || !Array.isArray(gone) || ![...pages, ...gone].every(isTimed)) return undefined;
  return { pages, gone };
}

function isTimed(value: unknown): value is Timed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'microsecond' in value &&
    typeof value.microsecond === 'number'
  );
}

/** Remembers how old the newest known change of each page is, so that an older one does not take it back. */
export class NewestChanges {
  /** Half a microsecond more for a page that is there: that wins over the same change by which it is gone for others. */
  readonly #known = new Map<string, number>();

  /**
   * @param shown the tree that it is news for
   * @returns what of it is new. A page that is known to be gone goes again where a late answer brought it back.
   */
  take({ pages, gone }: PageNews, shown: readonly TreePage[]): PageNews {
    const ids = new Set(shown.map(({ id }) => id));
    const isGone = gone.filter(
      ({ id, microsecond }) =>
        microsecond > this.#newest(id) || (microsecond === this.#newest(id) && ids.has(id)),
    );
    const isThere = pages.filter(({ id, microsecond }) => microsecond + 0.5 >= this.#newest(id));
    for (const { id, microsecond } of isGone) this.#known.set(id, microsecond);
    for (const { id, microsecond } of isThere) this.#known.set(id, microsecond + 0.5);
    return { pages: isThere, gone: isGone };
  }

  #newest(id: string): number {
    return this.#known.get(id) ?? 0;
  }
}

/** @returns the same list when nothing of it changes */
export function applyPageNews(
  pages: readonly TreePage[],
  { pages: told, gone }: PageNews,
): readonly TreePage[] {
  const next = new Map(pages.map((page) => [page.id, page]));
  let isChanged = false;
  for (const { id } of gone) isChanged = next.delete(id) || isChanged;
  for (const { microsecond: _, ...page } of told) {
    const row = { ...page, name: pageTitle(page.name) };
    const known = next.get(row.id);
    if (known && isSame(known, row)) continue;
    next.set(row.id, row);
    isChanged = true;
  }
  return isChanged ? [...next.values()] : pages;
}

function isSame(known: TreePage, told: TreePage): boolean {
  return (
    known.parent_id === told.parent_id &&
    known.name === told.name &&
    known.order_index === told.order_index &&
    known.visibility === told.visibility &&
    known.notion_page_id === told.notion_page_id &&
    isSameLook(known.look, told.look) &&
    known.isPending === undefined
  );
}

function isSameLook(known: TreePage['look'], told: TreePage['look']): boolean {
  const parts = new Set([...Object.keys(known ?? {}), ...Object.keys(told ?? {})] as (keyof PageLook)[]);
  return [...parts].every((part) => known?.[part] === told?.[part]);
}
