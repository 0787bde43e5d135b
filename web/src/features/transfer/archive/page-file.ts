/** A page as a file of an export: its front matter, then its text with links from file to file. */
import { type LookColumns, writeLook } from '../../../lib/page/known-looks.ts';
import { linkFiles, type Places, restoreLinks } from '../links/export-links.ts';
import { type Vault, vaultOf } from '../links/vault.ts';
import type { ExportPage, PlannedFile } from '../plan/export-plan.ts';
import type { OriginOf, PageOrigin } from '../plan/page-origin.ts';
import { splitFrontMatter, withFrontMatter } from '../texts/front-matter.ts';
import type { TitleOf } from '../texts/linked-titles.ts';
import type { ArchivedText } from './write-archive.ts';

export interface PageDetails extends ExportPage, LookColumns {
  readonly description: string | null;
  readonly visibility: string;
  readonly updated_at: string;
}

export interface ExportContext {
  readonly places: Places;
  readonly vault: Vault<string>;
  readonly originOf: OriginOf;
  /** The titles that links say now. */
  readonly titleOf: TitleOf;
  /** The address of this app. */
  readonly origin: string;
}

/** The target in this export of a link written before the import, where a page may be nothing but a folder. */
export function vaultOfExport({ pages, files }: Places, originOf: OriginOf): Vault<string> {
  const all = [...pages].map(([id, path]) => ({ path, target: id }));
  return vaultOf([
    ...all.filter(({ target }) => !isFolder(originOf(target))),
    ...[...files].map(([id, path]) => ({ path, target: id })),
    ...all.map(({ path, target }) => ({ path: [...path.slice(0, -1), stemOf(path)], target })),
  ]);
}

function isFolder(origin: PageOrigin | undefined): boolean {
  return origin !== undefined && (origin.path === '' || origin.path.endsWith('/'));
}

/** @returns undefined for a page that is nothing but a folder */
export function pageFile(
  { page, path }: PlannedFile<PageDetails>,
  content: string,
  { places, vault, originOf, titleOf, origin }: ExportContext,
): ArchivedText | undefined {
  const from = originOf(page.id);
  const restored = from ? restoreLinks(content, from.changes, path, vault) : content;
  const text = linkFiles(restored, path, places, origin, titleOf);
  const changed = new Date(page.updated_at);
  if (!from || hasOwnFacts(page, path, text, from))
    return { path, text: withFrontMatter(matterOf(page), text), changed };
  return text === '' && isFolder(from) ? undefined : { path, text, changed };
}

function matterOf(page: PageDetails) {
  const { id, name, description, order_index, visibility, created_at, updated_at } = page;
  return {
    title: name,
    description: description ?? undefined,
    id,
    order: order_index,
    visibility,
    ...writeLook(page),
    created: created_at,
    updated: updated_at,
  };
}

/** Whether a page that came from a file has become more than its file says. */
function hasOwnFacts(page: PageDetails, path: readonly string[], text: string, origin: PageOrigin): boolean {
  const { matter } = splitFrontMatter(text);
  return (
    page.visibility === 'private' ||
    Object.values(writeLook(page)).some((value) => value !== undefined) ||
    (page.name !== origin.name && page.name !== stemOf(path)) ||
    ((page.description ?? '') !== '' && page.description !== matter.description)
  );
}

function stemOf(path: readonly string[]): string {
  return (path.at(-1) ?? '').replace(/\.(md|markdown)$/i, '');
}
