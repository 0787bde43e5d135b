/** Turns files into pages, with the files that they show, and links that lead to both. */

import { escapeName } from '../../../../../markdown/src/text/escape-name.ts';
import type { LookColumns } from '../../../lib/page/known-looks.ts';
import { cleanFileName, fileAddress } from '../../files/file-address.ts';
import { withFilesOnly } from '../../files/file-names.ts';
import { type LinkedText, type LinkFinder, type LinkTarget, linkPages } from '../links/import-links.ts';
import { type NamedPage, namedPages } from '../links/named-pages.ts';
import { vaultOf } from '../links/vault.ts';
import { namesByHeading, recognizeExporter } from './exporter.ts';
import type { PageOrigin } from './page-origin.ts';
import { type Draft, draft, inOrder, type PageTree, type TextFile, treeOf } from './page-tree.ts';

/** A file that is no page. */
export interface Attachment {
  readonly path: readonly string[];
  /** As the disk or the archive says it. */
  readonly bytes: number;
  /** @throws {Error} with the reason that people read */
  open(signal: AbortSignal): Promise<Blob>;
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
  /** Its title or description was longer than a page's can be. */
  readonly isCut: boolean;
  /**
   * The facts that an export needs to write the file as it was; undefined for a file that another program exported its
   * own way.
   */
  readonly origin: PageOrigin | undefined;
}

export interface ImportFile extends Attachment {
  readonly id: string;
  /** The first page that shows it, which the server has to have before. */
  readonly pageId: string;
  readonly name: string;
}

export interface ImportPlan {
  /** A parent before those under it, siblings in order. */
  readonly pages: readonly ImportPage[];
  readonly files: readonly ImportFile[];
  /** How many files no page shows: they are on a page of their own. */
  readonly unlinked: number;
  /** The files that links lead to and that are not there. */
  readonly missing: readonly string[];
}

const SHELF_NAME = 'Other files';
// A page names as many files as the database notes, and people can look through.
const FILES_PER_SHELF = 1000;

interface PlanOptions {
  readonly attachments?: readonly Attachment[];
  /** Those that the workspace has already. */
  readonly others?: readonly NamedPage[];
}

/** @param texts in their order, unless their front matter gives another */
export function planImport(
  texts: readonly TextFile[],
  newId: () => string,
  { attachments = [], others = [] }: PlanOptions = {},
): ImportPlan {
  const exporter = recognizeExporter(
    texts,
    attachments.map(({ path }) => path),
  );
  const tree = treeOf(
    texts,
    {
      byHeading: namesByHeading(exporter),
      withIds: exporter === 'notion',
      byFileOnly: texts.some(({ text }) => text.includes('[[')),
    },
    newId,
  );
  const drafts = [...inOrder(tree.root)];
  const files = attachments.map(
    (attachment): BroughtFile => ({
      ...attachment,
      id: newId(),
      name: cleanFileName((attachment.path.at(-1) ?? '').normalize('NFC')),
    }),
  );
  const byId = new Map(files.map((file) => [file.id, file]));
  const missing = new Set<string>();
  const finder = finderOf(tree, drafts, files, others);
  const carriers = new Map<string, string>();
  const pages = drafts.map(({ page, parentId }) => {
    const brought: BroughtFile[] = [];
    const linked = linkPages(page.text, page.path.slice(0, -1), {
      ...finder,
      used: (id) => {
        const file = byId.get(id);
        if (!file || carriers.has(id)) return;
        carriers.set(id, page.id);
        brought.push(file);
      },
      missing: (address) => missing.add(address),
    });
    return pageOf(page, parentId, linked, exporter === 'other' ? brought : undefined);
  });
  const unlinked = files.filter(({ id }) => !carriers.has(id));
  const shelves = shelvesOf(unlinked, newId);
  for (const { id, files: shelved } of shelves) for (const file of shelved) carriers.set(file.id, id);
  return {
    pages: [...pages, ...shelves.map(({ page }) => page)],
    files: files.map((file) => ({
      ...file,
      pageId: carriers.get(file.id) ?? '',
    })),
    unlinked: unlinked.length,
    missing: [...missing],
  };
}

interface BroughtFile extends Attachment {
  readonly id: string;
  readonly name: string;
}

/** @param brought the files that came with the page; undefined for a file that loses another program's ways */
function pageOf(
  page: Draft,
  parentId: string | null,
  { text, changes }: LinkedText,
  brought: readonly BroughtFile[] | undefined,
): ImportPage {
  const { id, name, description, visibility, look, isFolder, isCut, isOurs } = page;
  const path = page.path.join('/');
  const origin = brought && {
    name,
    path: isFolder ? `${path}/` : path,
    changes,
    files: pathsOf(brought),
  };
  return {
    id,
    parentId,
    name,
    description,
    content: text,
    visibility,
    look,
    path,
    isFolder,
    isCut,
    // This product's own export is written afresh, as it says all that its pages are; so is a hidden file, to be seen.
    origin: isOurs || page.path.at(-1)?.startsWith('.') ? undefined : origin,
  };
}

function pathsOf(files: readonly BroughtFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ id, path }) => [id, path.join('/')]));
}

interface Shelf {
  readonly id: string;
  readonly page: ImportPage;
  readonly files: readonly BroughtFile[];
}

/** Pages for the files that no other page shows: what no page shows is not kept. */
function shelvesOf(unlinked: readonly BroughtFile[], newId: () => string): Shelf[] {
  const shelves: Shelf[] = [];
  for (let at = 0; at < unlinked.length; at += FILES_PER_SHELF) {
    const files = unlinked.slice(at, at + FILES_PER_SHELF);
    const id = newId();
    const name = at === 0 ? SHELF_NAME : `${SHELF_NAME} ${at / FILES_PER_SHELF + 1}`;
    // A path may look like the name of a file on this server.
    const content = withFilesOnly(
      files.map((file) => `- [${escapeName(file.path.join('/'))}](${fileAddress(file)})\n`).join(''),
      new Set(files.map((file) => file.id)),
    );
    const origin: PageOrigin = { name, path: '', changes: [[content, '']], files: pathsOf(files) };
    const page = {
      ...pageOf(draft(id, [name], name), null, { text: content, changes: [] }, undefined),
      origin,
    };
    shelves.push({ id, page, files });
  }
  return shelves;
}

function finderOf(
  { documents, folders }: PageTree,
  drafts: readonly { readonly page: Draft; readonly parentId: string | null }[],
  files: readonly BroughtFile[],
  others: readonly NamedPage[],
): Omit<LinkFinder, 'used' | 'missing'> {
  const toPage = ({ id }: Draft): LinkTarget => ({ kind: 'page', id });
  const vault = vaultOf([
    ...documents.map((page) => ({ path: page.path, target: toPage(page) })),
    ...files.map(({ id, name, path }) => ({ path, target: { kind: 'file', id, name } as LinkTarget })),
    ...folders.map(({ path, page }) => ({ path, target: toPage(page) })),
  ]);
  const notion = new Map(documents.flatMap(({ id, notionId }) => (notionId ? [[notionId, id]] : [])));
  const own = drafts.map(({ page: { id, name }, parentId }) => ({ id, name, parent_id: parentId }));
  const named = namedPages([...own, ...others]);
  return {
    vault,
    ofNotion: (id) => notion.get(id),
    leadsBy: (target, id) => {
      const pages = named(target);
      return pages.length === 1 && pages[0]?.id === id;
    },
  };
}
