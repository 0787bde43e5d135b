/** Which file each page becomes: `Name.md`, and what is under it in the folder `Name`. */
import { safeFileName, uniqueName } from '../texts/file-names.ts';
import { nameInOrigin, type OriginOf } from './page-origin.ts';

/** A page without its text. */
export interface ExportPage {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly order_index: number;
  readonly created_at: string;
}

export interface PlannedFile<Page extends ExportPage = ExportPage> {
  readonly page: Page;
  /** Folders and the file's name. */
  readonly path: readonly string[];
}

/**
 * @param rootId the page to begin with; null for all
 * @param originOf the file that a page came from, whose name it keeps as long as the page has its own
 * @returns the files in the order of the tree, a page before those under it
 */
export function planExport<Page extends ExportPage>(
  pages: readonly Page[],
  rootId: string | null,
  originOf: OriginOf = () => undefined,
): PlannedFile<Page>[] {
  const known = new Set(pages.map(({ id }) => id));
  // A page whose parent is out of sight stands at the root, as in the tree.
  const children = Map.groupBy(pages.toSorted(inOrder), ({ id, parent_id }) =>
    id !== rootId && parent_id !== null && known.has(parent_id) ? parent_id : null,
  );
  const files: PlannedFile<Page>[] = [];
  const roots = rootId === null ? (children.get(null) ?? []) : pages.filter(({ id }) => id === rootId);
  const waiting = [{ folder: [] as readonly string[], siblings: roots, taken: new Set<string>(), at: 0 }];
  // Not by recursion: trees may be deep.
  for (let place = waiting.at(-1); place; place = waiting.at(-1)) {
    const page = place.siblings[place.at++];
    if (!page) {
      waiting.pop();
      continue;
    }
    const { stem, ending } = nameInOrigin(page.name, originOf(page.id)) ?? {
      stem: safeFileName(page.name),
      ending: '.md',
    };
    const name = uniqueName(stem, place.taken);
    files.push({ page, path: [...place.folder, `${name}${ending}`] });
    const under = children.get(page.id);
    if (under) waiting.push({ folder: [...place.folder, name], siblings: under, taken: new Set(), at: 0 });
  }
  return files;
}

function inOrder(a: ExportPage, b: ExportPage): number {
  return (
    a.order_index - b.order_index ||
    Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at) ||
    Number(a.id > b.id) - Number(a.id < b.id)
  );
}
