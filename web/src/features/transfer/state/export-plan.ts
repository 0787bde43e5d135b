/** Which file each page becomes: `Name.md`, and what is under it in the folder `Name`. */
import { safeFileName, uniqueName } from './file-names.ts';
import type { TitleOf } from './linked-titles.ts';
import { encodePath, rewriteLinks } from './markdown-links.ts';

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
 * @returns the files in the order of the tree, a page before those under it
 */
export function planExport<Page extends ExportPage>(
  pages: readonly Page[],
  rootId: string | null,
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
    const name = uniqueName(safeFileName(page.name), place.taken);
    files.push({ page, path: [...place.folder, `${name}.md`] });
    const under = children.get(page.id);
    if (under) waiting.push({ folder: [...place.folder, name], siblings: under, taken: new Set(), at: 0 });
  }
  return files;
}

const PAGE_LINK =
  /^\/dashboard\/pages\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?((?:\?[^#]*)?(?:#.*)?)$/i;

/**
 * @param from the file that the text goes into
 * @param files where each page of this export is, by its id
 * @param titleOf what links to pages say now
 * @returns the text with links between these pages leading from file to file, and those to others to the app
 */
export function linkFiles(
  text: string,
  from: readonly string[],
  files: ReadonlyMap<string, readonly string[]>,
  origin: string,
  titleOf: TitleOf,
): string {
  const read = (address: string) => {
    const local = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
    const [link, id = '', rest = ''] = PAGE_LINK.exec(local) ?? [];
    return link === undefined ? undefined : { local, id: id.toLowerCase(), rest };
  };
  const lead = (address: string) => {
    const link = read(address);
    if (!link) return undefined;
    const to = files.get(link.id);
    return to ? encodePath(relativePath(from, to)) + link.rest : `${origin}${link.local}`;
  };
  const say = (address: string, said: string) => {
    const link = read(address);
    return link && titleOf(link.id, said);
  };
  return rewriteLinks(text, lead, say);
}

function relativePath(from: readonly string[], to: readonly string[]): string[] {
  const folder = from.slice(0, -1);
  let shared = 0;
  while (shared < folder.length && shared < to.length - 1 && folder[shared] === to[shared]) shared++;
  return [...folder.slice(shared).map(() => '..'), ...to.slice(shared)];
}

function inOrder(a: ExportPage, b: ExportPage): number {
  return (
    a.order_index - b.order_index ||
    Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at) ||
    Number(a.id > b.id) - Number(a.id < b.id)
  );
}
