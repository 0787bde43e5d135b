/**
 * Turns files into pages. Their ids are made here, so that links between pages can be written before any page
 * is sent. Folders become parents, a file `Name.md` beside a folder `Name` its page.
 */

import { type LookColumns, readLook } from '../../../lib/known-looks.ts';
import { LONGEST_PAGE_DESCRIPTION, LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { DEFAULT_PAGE_NAME } from '../../../lib/page-defaults.ts';
import { splitFrontMatter } from './front-matter.ts';
import { linkPages, type PageFinder } from './import-links.ts';
import { withoutHeading } from './leading-heading.ts';
import { isNotionWrapper, splitNotionName } from './notion-names.ts';

export interface TextFile {
  /** Folders and the file's name. */
  readonly path: readonly string[];
  readonly text: string;
}

export interface ImportPage {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly content: string;
  readonly visibility: 'private' | 'workspace';
  readonly look: LookColumns;
  /** Its file, or its folder when that has no file. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** A page on its way to its place. */
interface Draft {
  readonly id: string;
  readonly path: readonly string[];
  name: string;
  description: string | null;
  text: string;
  visibility: 'private' | 'workspace';
  look: LookColumns;
  order: number;
  isFolder: boolean;
  notionId: string | undefined;
  readonly children: Draft[];
}

/**
 * @param files in their order, unless their front matter gives another
 * @returns the pages, a parent before those under it, siblings in order
 */
export function planImport(files: readonly TextFile[], newId: () => string): ImportPage[] {
  const root: Draft = draft('', [], '');
  const folders = new Map<string, Draft>([['', root]]);
  const documents = files.map((file) => documentOf(file, newId()));
  const byFolder = Map.groupBy(documents, ({ path }) => keyOf(path.slice(0, -1)));

  // A folder's page is the file of its name beside it, or else a new one.
  function folderAt(path: readonly string[]): Draft {
    const known = folders.get(keyOf(path));
    if (known) return known;
    const name = path.at(-1) ?? '';
    const around = path.slice(0, -1);
    const parent = folderAt(around);
    const page = pageOfFolder(name, byFolder.get(keyOf(around)) ?? []);
    if (page) return remember(path, page);
    if (isNotionWrapper(name)) return remember(path, parent);
    const made = draft(newId(), path, splitNotionName(name).name);
    parent.children.push(made);
    return remember(path, made);
  }
  function remember(path: readonly string[], page: Draft): Draft {
    folders.set(keyOf(path), page);
    return page;
  }

  for (const document of documents) folderAt(document.path.slice(0, -1)).children.push(document);
  return inTreeOrder(root, finderOf(documents, folders));
}

function draft(id: string, path: readonly string[], name: string): Draft {
  return {
    id,
    path,
    name: cut(name, LONGEST_PAGE_NAME),
    description: null,
    text: '',
    visibility: 'workspace',
    look: readLook({}),
    order: Number.POSITIVE_INFINITY,
    isFolder: true,
    notionId: undefined,
    children: [],
  };
}

function documentOf({ path, text }: TextFile, id: string): Draft {
  const stem = stemOf(path);
  const { name: fileName, id: notionId } = splitNotionName(stem);
  const { matter, text: below } = splitFrontMatter(text);
  // Without a title in the front matter, a heading at the top names the page, in Notion's files, too.
  const { heading, rest } =
    matter.title === undefined ? withoutHeading(below) : { heading: undefined, rest: below };
  const name = oneLine(matter.title ?? heading ?? fileName);
  return {
    ...draft(id, path, matter.title === '' ? '' : name || DEFAULT_PAGE_NAME),
    description: matter.description === undefined ? null : cut(matter.description, LONGEST_PAGE_DESCRIPTION),
    text: rest,
    // A private page stays private; a public one has to be shared anew.
    visibility: matter.visibility === 'private' ? 'private' : 'workspace',
    look: readLook(matter),
    order: matter.order ?? Number.POSITIVE_INFINITY,
    isFolder: false,
    notionId,
  };
}

function pageOfFolder(folder: string, beside: readonly Draft[]): Draft | undefined {
  const exact = beside.find(({ path }) => stemOf(path) === folder);
  if (exact) return exact;
  // Notion's folders may be named without the id that their page's file has.
  const { name, id } = splitNotionName(folder);
  return beside.find(
    (page) =>
      page.notionId !== undefined &&
      (id === undefined || id === page.notionId) &&
      splitNotionName(stemOf(page.path)).name === name,
  );
}

function finderOf(documents: readonly Draft[], folders: ReadonlyMap<string, Draft>): PageFinder {
  const files = new Map<string, string>();
  const notion = new Map<string, string>();
  for (const { path, id, notionId } of documents) {
    const key = keyOf(path).toLowerCase();
    if (!files.has(key)) files.set(key, id);
    if (notionId !== undefined) notion.set(notionId, id);
  }
  return {
    atPath: (path) => {
      const key = keyOf(path);
      return (
        files.get(key.toLowerCase()) ??
        files.get(`${key.toLowerCase()}.md`) ??
        (path.length > 0 ? folders.get(key)?.id : undefined)
      );
    },
    ofNotion: (id) => notion.get(id),
  };
}

function inTreeOrder(root: Draft, finder: PageFinder): ImportPage[] {
  const pages: ImportPage[] = [];
  const waiting = root.children
    .toSorted(byOrder)
    .reverse()
    .map((page) => ({ page, parentId: null as string | null }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { page, parentId } = next;
    const { id, name, description, visibility, look, isFolder } = page;
    const content = linkPages(page.text, page.path.slice(0, -1), finder);
    const path = page.path.join('/');
    pages.push({ id, parentId, name, description, content, visibility, look, path, isFolder });
    for (const child of page.children.toSorted(byOrder).reverse())
      waiting.push({ page: child, parentId: id });
  }
  return pages;
}

function byOrder(a: Draft, b: Draft): number {
  return a.order === b.order ? 0 : a.order - b.order;
}

function keyOf(path: readonly string[]): string {
  return path.join('/').normalize('NFC');
}

function stemOf(path: readonly string[]): string {
  return (path.at(-1) ?? '').replace(/\.(md|markdown)$/i, '');
}

function oneLine(name: string): string {
  return name.replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

/** The database counts characters by code points. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : [...text].slice(0, longest).join('');
}
