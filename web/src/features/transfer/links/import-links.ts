/**
 * Links between files that are imported together lead from page to page and to files afterwards; all others stay as
 * they were. Each change is noted, so that an export can write it as it was.
 */

import { escapeName } from '../../../../../markdown/src/text/escape-name.ts';
import { pagePath } from '../../../lib/paths.ts';
import { fileAddress } from '../../files/file-address.ts';
import { FILE_NAMES, NO_FILE, withFilesOnly } from '../../files/file-names.ts';
import { notionIdOf } from '../texts/notion-names.ts';
import { followAddress } from './follow-address.ts';
import { type Edit, type FoundLink, findLinks, plain, type WikiLink, withEdits } from './found-links.ts';
import type { HtmlPicture } from './html-pictures.ts';
import { followWiki, type Vault } from './vault.ts';

export type LinkTarget =
  | { readonly kind: 'page'; readonly id: string }
  | { readonly kind: 'file'; readonly id: string; readonly name: string };

export interface LinkFinder {
  readonly vault: Vault<LinkTarget>;
  /** @returns the id of the page that was this one in Notion */
  ofNotion(id: string): string | undefined;
  /** Whether `[[name]]` leads to this page, in all of the workspace. */
  leadsBy(name: string, pageId: string): boolean;
  /** Told of each file that a text shows. */
  used(fileId: string): void;
  /** Told of each link to a file or page that is not there. */
  missing(address: string): void;
}

/** The words in the text now, and those that stood there. */
export type Change = readonly [now: string, was: string];

export interface LinkedText {
  readonly text: string;
  readonly changes: readonly Change[];
}

/** @param folder where the text's file is */
export function linkPages(text: string, folder: readonly string[], find: LinkFinder): LinkedText {
  const edits = findLinks(text).flatMap((link): Edit[] => {
    const { from, to } = link;
    const brought = new Set<string>();
    const used = (id: string) => {
      brought.add(id);
      find.used(id);
    };
    const words = wordsFor(link, text.slice(from, to), folder, { ...find, used });
    // A link's label may have the name of another file in it.
    return words === undefined ? [] : [{ from, to, words: withFilesOnly(words, brought) }];
  });
  const all = apart([...edits, ...namesOfOthers(text)]);
  return {
    text: withEdits(text, all),
    changes: all.map(({ from, to, words }) => [words, text.slice(from, to)]),
  };
}

/**
 * The names of files on this server that stand in the text already lead nowhere afterwards: somebody else may have written
 * the name of a file that the person who imports may read, and others may not.
 */
function namesOfOthers(text: string): Edit[] {
  return Array.from(text.matchAll(FILE_NAMES), ({ 0: name, index, groups }) => ({
    from: index,
    to: index + name.length,
    words: `/files/${NO_FILE}${groups?.rest ?? ''}`,
  }));
}

/** @returns in the order of the text; of two that overlap, the one that begins first or was given first */
function apart(edits: readonly Edit[]): Edit[] {
  let end = 0;
  return edits
    .toSorted((one, other) => one.from - other.from)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

function wordsFor(
  link: FoundLink,
  written: string,
  folder: readonly string[],
  find: LinkFinder,
): string | undefined {
  if (link.kind === 'wiki') return wikiLink(link.link, folder, find);
  if (link.kind === 'address') return addressFor(written, folder, find);
  return picturesFor(link, folder, find);
}

/** @returns Markdown for the pictures of HTML, if the import brings all of them */
function picturesFor(
  { pictures, bar }: { readonly pictures: readonly HtmlPicture[]; readonly bar: string },
  folder: readonly string[],
  find: LinkFinder,
): string | undefined {
  const shown = pictures.map(({ address, words, width }) => {
    const led = addressFor(address, folder, find);
    const label = escapeName(words.replaceAll(/\s+/g, ' ').trim());
    return led?.startsWith('/files/')
      ? `![${label}${width === undefined ? '' : `${bar}${width}`}](${led})`
      : undefined;
  });
  return shown.includes(undefined) ? undefined : shown.join(' ');
}

function addressFor(written: string, folder: readonly string[], find: LinkFinder): string | undefined {
  const notionId = notionIdOf(plain(written));
  if (notionId !== undefined) {
    const page = find.ofNotion(notionId);
    return page && pagePath(page);
  }
  const followed = followAddress(find.vault, written, folder);
  if (!followed) return undefined;
  const { path, rest, target } = followed;
  if (!target) {
    if (isFileName(path)) find.missing(path.join('/'));
    return undefined;
  }
  return leadTo(target, rest, find);
}

function wikiLink(link: WikiLink, folder: readonly string[], find: LinkFinder): string | undefined {
  // A heading of the text's own page.
  if (link.target === '') return undefined;
  const target = followWiki(find.vault, link.target, folder);
  if (!target) {
    if (isFileName(link.target.split('/'))) find.missing(link.target);
    return undefined;
  }
  if (target.kind === 'page' && find.leadsBy(link.target, target.id)) return undefined;
  const led = leadTo(target, link.part, find);
  const shown = link.shown?.trim();
  if (target.kind === 'page') return `[${escapeName(shown || readable(link))}](${led})`;
  return `${link.isEmbed ? '!' : ''}[${labelOf(link, shown)}](${led})`;
}

/** A picture's words, its width after a bar: `|320` alone says no words, and `320x200` a height as well. */
function labelOf({ target, bar }: WikiLink, shown: string | undefined): string {
  const name = escapeName(target.split('/').at(-1) ?? '');
  const [, words = '', width] = /^(?:(.*?)\\?\|)?(\d{1,5})(?:x\d{1,5})?$/.exec(shown ?? '') ?? [
    undefined,
    shown ?? '',
  ];
  return `${words === '' ? name : escapeName(words)}${width === undefined ? '' : `${bar}${width}`}`;
}

/** As Obsidian shows it: "Page > Heading". */
function readable({ target, part }: WikiLink): string {
  return [
    target
      .split('/')
      .at(-1)
      ?.replace(/\.(md|markdown)$/i, ''),
    ...part.split('#'),
  ]
    .filter((each) => each)
    .join(' > ');
}

function leadTo(target: LinkTarget, rest: string, find: LinkFinder): string {
  if (target.kind === 'page') return pagePath(target.id) + anchorOf(rest);
  find.used(target.id);
  return fileAddress(target);
}

/** Headings are named here as on GitHub; a chain of them by its last. */
function anchorOf(rest: string): string {
  if (!rest.startsWith('#')) return rest;
  const heading = decoded(rest).split('#').at(-1) ?? '';
  // Blocks with a name of their own are not known here: the page is as near as it gets.
  if (heading.startsWith('^')) return '';
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  return `#${encodeURIComponent(slug)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `example.com` and the like may be meant as an address. */
function isFileName(path: readonly string[]): boolean {
  return /\.(png|jpe?g|gif|webp|avif|svg|bmp|pdf|mp[34]|m4[av]|mov|webm|ogg|wav|flac|docx?|xlsx?|pptx?|zip|csv)$/i.test(
    path.at(-1) ?? '',
  );
}
