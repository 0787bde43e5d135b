/** Links to pages and files lead from file to file in an export, written as they were where a page came from a file. */
import { fileAddress, readFileAddress } from '../../files/file-address.ts';
import { NO_FILE } from '../../files/file-names.ts';
import type { TitleOf } from '../texts/linked-titles.ts';
import { followAddress } from './follow-address.ts';
import { type Edit, findLinks, withEdits } from './found-links.ts';
import type { Change } from './import-links.ts';
import { encodePath, rewriteLinks } from './markdown-links.ts';
import { followWiki, type Vault } from './vault.ts';

const PAGE_LINK =
  /^\/dashboard\/pages\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?((?:\?[^#]*)?(?:#.*)?)$/i;

/** The path of everything in an export, by its id. */
export interface Places {
  readonly pages: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/**
 * @param from the file that the text goes into
 * @param titleOf what links to pages say now
 * @returns the text with links between these pages and files leading from file to file, and those to others to the app
 */
export function linkFiles(
  text: string,
  from: readonly string[],
  { pages, files }: Places,
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
    if (!link) return leadToFile(address);
    const to = pages.get(link.id);
    return to ? encodePath(relativePath(from, to)) + link.rest : `${origin}${link.local}`;
  };
  const leadToFile = (address: string) => {
    const file = readFileAddress(address, origin);
    if (!file) return undefined;
    const to = files.get(file.id);
    return to ? encodePath(relativePath(from, to)) : origin + fileAddress(file);
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

/**
 * @param path of the file that the text goes into
 * @param vault of the ids of the pages and files in the export
 * @returns the text with links as they were written before the import, as far as they lead to the same now
 */
export function restoreLinks(
  text: string,
  changes: readonly Change[],
  path: readonly string[],
  vault: Vault<string>,
): string {
  // A text that was made as a whole.
  const [only] = changes;
  if (only && changes.length === 1 && only[0] === text) return only[1];
  const edits: Edit[] = [];
  let place = 0;
  // They go one after the other: each stands after those before it, unless somebody has moved it.
  for (const [now, was] of changes) {
    const from = placeOf(now, text, place);
    if (from === undefined) continue;
    place = from + now.length;
    const led = idIn(now);
    if (led === NO_FILE || leadsTo(was, path, vault) === led) edits.push({ from, to: place, words: was });
  }
  return withEdits(text, edits);
}

function placeOf(words: string, text: string, start: number): number | undefined {
  for (let from = text.indexOf(words, start); from >= 0; from = text.indexOf(words, from + 1))
    // A longer address may begin with it.
    if (!/^[\w#%?/-]/.test(text.slice(from + words.length, from + words.length + 1))) return from;
  return undefined;
}

const ID = /\/(?:files|dashboard\/pages)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;

function idIn(words: string): string | undefined {
  return ID.exec(words)?.[1]?.toLowerCase();
}

/** @param words a link as a program wrote it, or its address */
function leadsTo(words: string, path: readonly string[], vault: Vault<string>): string | undefined {
  const folder = path.slice(0, -1);
  const [found] = findLinks(words);
  if (found?.kind === 'wiki') return followWiki(vault, found.link.target, folder);
  const address = found?.kind === 'html' ? (found.pictures[0]?.address ?? '') : words;
  return followAddress(vault, address, folder)?.target;
}
