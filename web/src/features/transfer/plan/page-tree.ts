/**
 * The tree of pages that files make: folders become parents, a file `Name.md` beside a folder `Name` its page. Ids are made
 * here, so that links between pages can be written before any page is sent.
 */

import { LONGEST_PAGE_DESCRIPTION, LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { type LookColumns, readLook } from '../../../lib/page/known-looks.ts';
import { DEFAULT_PAGE_NAME } from '../../../lib/page/page-defaults.ts';
import { cutText } from '../texts/cut-text.ts';
import { splitFrontMatter } from '../texts/front-matter.ts';
import { withoutHeading } from '../texts/leading-heading.ts';
import { isNotionWrapper, splitNotionName } from '../texts/notion-names.ts';
import { stemOf } from './exporter.ts';

export interface TextFile {
  /** Folders and the file's name. */
  readonly path: readonly string[];
  readonly text: string;
  /** The page's name, where the text does not say it. */
  readonly name?: string;
}

/** How the program that wrote the files names pages. */
export interface Naming {
  /** After the first heading, which stands above the text. */
  readonly byHeading: boolean;
  /** Names of files end with the page's id in Notion. */
  readonly withIds: boolean;
  /** Always after the file: links lead by its name. */
  readonly byFileOnly: boolean;
}

/** A page on its way to its place. */
export interface Draft {
  readonly id: string;
  readonly path: readonly string[];
  readonly name: string;
  readonly description: string | null;
  readonly text: string;
  readonly visibility: 'private' | 'workspace';
  readonly look: LookColumns;
  readonly order: number;
  readonly isFolder: boolean;
  /** Its title or description is longer than a page's can be. */
  readonly isCut: boolean;
  /** Written by this product's export. */
  readonly isOurs: boolean;
  readonly notionId: string | undefined;
  readonly children: Draft[];
}

export interface PageTree {
  readonly root: Draft;
  readonly documents: readonly Draft[];
  /** The page of each folder, by its path. */
  readonly folders: readonly { readonly path: readonly string[]; readonly page: Draft }[];
}

export function treeOf(files: readonly TextFile[], naming: Naming, newId: () => string): PageTree {
  const root: Draft = draft('', [], '');
  const folders = new Map([['', { path: [] as readonly string[], page: root }]]);
  const documents = files.map((file) => documentOf(file, naming, newId()));
  const byFolder = Map.groupBy(documents, ({ path }) => keyOf(path.slice(0, -1)));

  // A folder's page is the file of its name beside it, or else a new one.
  function folderAt(path: readonly string[]): Draft {
    const known = folders.get(keyOf(path));
    if (known) return known.page;
    const name = path.at(-1) ?? '';
    const around = path.slice(0, -1);
    const parent = folderAt(around);
    const page = pageOfFolder(name, byFolder.get(keyOf(around)) ?? []);
    if (page) return remember(path, page);
    if (isNotionWrapper(name)) return remember(path, parent);
    const called = name.normalize('NFC');
    const made = draft(newId(), path, naming.withIds ? splitNotionName(called).name : called);
    parent.children.push(made);
    return remember(path, made);
  }
  function remember(path: readonly string[], page: Draft): Draft {
    folders.set(keyOf(path), { path, page });
    return page;
  }

  for (const document of documents) folderAt(document.path.slice(0, -1)).children.push(document);
  return { root, documents, folders: [...folders.values()].filter(({ page }) => page !== root) };
}

/** @returns a parent before those under it, siblings in order */
export function* inOrder(root: Draft): Generator<{ readonly page: Draft; readonly parentId: string | null }> {
  const under = (page: Draft, parentId: string | null) =>
    page.children
      .toSorted(byOrder)
      .reverse()
      .map((child) => ({ page: child, parentId }));
  const waiting = under(root, null);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    for (const child of under(next.page, next.page.id)) waiting.push(child);
  }
}

export function draft(id: string, path: readonly string[], name: string): Draft {
  return {
    id,
    path,
    name: cutText(name, LONGEST_PAGE_NAME),
    description: null,
    text: '',
    visibility: 'workspace',
    look: readLook({}),
    order: Number.POSITIVE_INFINITY,
    isFolder: true,
    isCut: isLonger(name, LONGEST_PAGE_NAME),
    isOurs: false,
    notionId: undefined,
    children: [],
  };
}

function documentOf({ path, text, name: given }: TextFile, naming: Naming, id: string): Draft {
  // macOS writes letters and their accents apart; what people type has them together.
  const stem = stemOf(path).normalize('NFC');
  const { name: fileName, id: notionId } = naming.withIds
    ? splitNotionName(stem)
    : { name: stem, id: undefined };
  const { matter, text: below, isOurs } = splitFrontMatter(text);
  const said = given !== undefined ? { title: given } : isOurs || !naming.byFileOnly ? matter : {};
  const { heading, rest } =
    naming.byHeading && said.title === undefined
      ? withoutHeading(below)
      : { heading: undefined, rest: below };
  const name = oneLine(said.title ?? heading ?? fileName);
  const page = draft(id, path, said.title === '' ? '' : name || DEFAULT_PAGE_NAME);
  const { description } = said;
  return {
    ...page,
    description: description === undefined ? null : cutText(description, LONGEST_PAGE_DESCRIPTION),
    isCut: page.isCut || isLonger(description ?? '', LONGEST_PAGE_DESCRIPTION),
    text: rest,
    // A private page stays private; a public one has to be shared again.
    visibility: said.visibility === 'private' ? 'private' : 'workspace',
    look: readLook(said),
    order: said.order ?? Number.POSITIVE_INFINITY,
    isFolder: false,
    isOurs,
    notionId,
  };
}

function pageOfFolder(folder: string, beside: readonly Draft[]): Draft | undefined {
  const called = folder.normalize('NFC');
  const exact = beside.find(({ path }) => stemOf(path).normalize('NFC') === called);
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

function byOrder(a: Draft, b: Draft): number {
  return a.order === b.order ? 0 : a.order - b.order;
}

function keyOf(path: readonly string[]): string {
  return path.join('/').normalize('NFC');
}

function oneLine(name: string): string {
  return name.replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

function isLonger(text: string, longest: number): boolean {
  return text.length > longest && [...text].length > longest;
}
