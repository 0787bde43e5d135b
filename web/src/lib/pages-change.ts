/** The change in an announcement to other tabs, which may run another version of this app. */

export type PagesChange =
  /** The texts of a page were saved by its editor. Every tab of this browser that has the page open has them already. */
  | {
      readonly kind: 'texts';
      readonly pageId: string;
      /** The page's name as the server has it now. */
      readonly name?: string;
      readonly updatedAt?: string;
    }
  /** Which pages there are, what they are called or where they stand. */
  | { readonly kind: 'tree' }
  /** Which pages the person keeps at hand. */
  | { readonly kind: 'favorites' }
  /** Unknown: all of it may be different. */
  | { readonly kind: 'anything' };

const ANYTHING: PagesChange = { kind: 'anything' };

/** @returns the announced change; `anything` where it is not understood */
export function readPagesChange(told: unknown): PagesChange {
  if (typeof told !== 'object' || told === null || !('kind' in told)) return ANYTHING;
  if (told.kind === 'tree' || told.kind === 'favorites') return { kind: told.kind };
  if (told.kind !== 'texts' || !('pageId' in told) || typeof told.pageId !== 'string') return ANYTHING;
  return {
    kind: 'texts',
    pageId: told.pageId,
    ...('name' in told && typeof told.name === 'string' && { name: told.name }),
    ...('updatedAt' in told && typeof told.updatedAt === 'string' && { updatedAt: told.updatedAt }),
  };
}

/** @param value as it stands in the storage; no two are the same, since other tabs hear of changes only */
export function parsePagesChange(value: string | null): PagesChange {
  try {
    return readPagesChange(JSON.parse(value ?? ''));
  } catch {
    return ANYTHING;
  }
}

export function formatPagesChange(change: PagesChange): string {
  return JSON.stringify({ ...change, announced: `${Date.now()} ${Math.random()}` });
}
