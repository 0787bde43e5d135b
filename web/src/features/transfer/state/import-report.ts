/** An import's report: which pages came, which did not, and why. */
import type { FileNote, ReadFiles } from '../archive/read-files.ts';
import type { ImportPage } from './import-plan.ts';

/** The pages' outcome so far; each attempt to go on shares it. */
export interface ImportProgress {
  readonly inserted: Set<string>;
  /** Why a page was refused, by its id. */
  readonly refused: Map<string, string>;
}

export interface ImportReport {
  /** Every imported page, by its file or folder. */
  readonly imported: readonly FileNote[];
  /** The ids of imported pages without an imported ancestor. */
  readonly topmost: readonly string[];
  readonly skipped: readonly FileNote[];
  readonly notes: readonly FileNote[];
  /** The number of pages left out because the import ended. */
  readonly missing: number;
}

export function reportImport(
  read: Pick<ReadFiles, 'skipped' | 'notes'>,
  pages: readonly ImportPage[],
  { inserted, refused }: ImportProgress,
): ImportReport {
  const came = pages.filter(({ id }) => inserted.has(id));
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  return {
    imported: came.map(({ path, isFolder }) => ({ path, note: isFolder ? 'A folder, now a page.' : '' })),
    topmost: came.filter(({ id }) => parentThatCame(id, parents, refused) === null).map(({ id }) => id),
    skipped: [
      ...read.skipped,
      ...pages.flatMap(({ id, path }) => {
        const note = refused.get(id);
        return note === undefined ? [] : [{ path, note }];
      }),
    ],
    notes: read.notes,
    missing: pages.length - came.length - refused.size,
  };
}

/** @returns the nearest imported page above that the server did not refuse; null without such a page */
export function parentThatCame(
  id: string,
  parents: ReadonlyMap<string, string | null>,
  refused: ReadonlyMap<string, string>,
): string | null {
  let parent = parents.get(id) ?? null;
  while (parent !== null && refused.has(parent)) parent = parents.get(parent) ?? null;
  return parent;
}
