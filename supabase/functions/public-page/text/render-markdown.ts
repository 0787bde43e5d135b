/**
 * Markdown to HTML in which nothing of the text can run or load: tags, those of toggles aside, are shown as text, links lead to http, https and
 * mailto only, images elsewhere become links. Links between pages lead to pages that are public, by the titles that these have now; those to
 * others are plain text, so that no reader ends before a closed door, and no id of a page that is not public leaves the workspace.
 */
import { attributesOf } from '../../../../markdown/src/kinds/link/publish.ts';
import { printPieces } from '../../../../markdown/src/kinds/long-text/print-pieces.ts';
import { Press } from '../../../../markdown/src/page/press.ts';
import { readPage } from '../../../../markdown/src/page/read-page.ts';
import type { HeadingEntry } from '../../../../markdown/src/publish/printing.ts';
import type { Surroundings } from '../../../../markdown/src/publish/surroundings.ts';
import { escapeHtml } from '../../../../markdown/src/text/escape-html.ts';
import { withoutSecrets } from '../../../../markdown/src/text/unread.ts';
import { TakesTooLong } from '../../../../markdown/src/tree/budget.ts';
import { pageTitle } from '../page-title.ts';
import type { SaidLink, SharedPage } from '../pages.ts';
import { PublicFiles } from '../public-files.ts';
import { loadCodeColours } from './code-colours.ts';
import { drawFormula } from './formulas.ts';
import { pageNamed } from './shared-names.ts';
import { workBudget } from './work-budget.ts';

const PAGE_PATH =
  /^\/(?:dashboard\/pages|p)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?(?:\?[^#]*)?(#.*)?$/i;
// A longer text could take all of a function's memory. It is shown as it was written.
const LONGEST_MARKDOWN = 256 * 1024;
// The longest page that somebody wrote takes a fifth of this. Slower texts are shown as they were written, too.
const LONGEST_WORK_MS = 1000;
const PAGE_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
// The words of the link have no brackets but those that are written with a backslash.
const SAID_LINK =
  /\[((?:[^[\]\\\n]|\\.){1,600})\]\(<?(?:https?:\/\/[^\s()/]{1,250})?\/(?:dashboard\/pages|p)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi;

export interface LinkedPages {
  /** The pages that may be linked to. */
  readonly open: ReadonlySet<string>;
  /** The present title that a link shows instead of a former one, by {@link saidKey}. */
  readonly titles: ReadonlyMap<string, string>;
  /** The pages that are shared together with this one, which wiki links name. */
  readonly tree: readonly SharedPage[];
}

export interface RenderedText {
  readonly html: string;
  readonly headings: readonly HeadingEntry[];
}

/** @returns the ids of the pages that a text links to; none where it is shown as it was written */
export function linkedPages(content: string): string[] {
  if (content.length > LONGEST_MARKDOWN) return [];
  // Cheaper than reading the text as Markdown twice; an id that is in no link does no harm.
  return [...new Set([...content.matchAll(PAGE_ID)].map(([id]) => id.toLowerCase()))];
}

/** @returns the links to pages with what they say, as far as that is text alone */
export function saidLinks(content: string): SaidLink[] {
  if (content.length > LONGEST_MARKDOWN) return [];
  const links = [...content.matchAll(SAID_LINK)].map(([, text = '', id = '']) => ({
    id: id.toLowerCase(),
    said: text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'),
  }));
  return [...new Map(links.map((link) => [saidKey(link), link])).values()];
}

export function saidKey({ id, said }: SaidLink): string {
  return `${id} ${said}`;
}

/** @param longestWorkMs after that, the text is shown as it was written */
export async function renderMarkdown(
  content: string,
  site: string,
  linked: LinkedPages,
  files = new PublicFiles('', site, []),
  longestWorkMs = LONGEST_WORK_MS,
): Promise<RenderedText> {
  if (content.length > LONGEST_MARKDOWN) return asWritten(content);
  const text = content.replaceAll(/\r\n?/g, '\n');
  const colours = await loadCodeColours(text);
  const budget = workBudget(longestWorkMs);
  try {
    const surroundings = surroundingsOf(site, linked, files, colours.block);
    const press = new Press(readPage(text, budget), text, surroundings, budget);
    return { html: press.print(), headings: press.headings };
  } catch (error) {
    if (error instanceof TakesTooLong) return asWritten(content);
    throw error;
  }
}

/** Without what its writers wrote for themselves alone. */
function asWritten(content: string): RenderedText {
  return { html: `<pre>${printPieces(withoutSecrets(content), escapeHtml)}</pre>\n`, headings: [] };
}

function surroundingsOf(
  site: string,
  { open, titles, tree }: LinkedPages,
  files: PublicFiles,
  code: Surroundings['code'],
): Surroundings {
  return {
    code,
    formula: drawFormula,
    linkTo: (url) => readerAddress(url, site, open, files),
    titleAt: (address, said) => {
      if (!address.startsWith('/p/')) return undefined;
      const name = titles.get(saidKey({ id: address.slice('/p/'.length).replace(/[?#].*$/, ''), said }));
      return name === undefined ? undefined : pageTitle(name);
    },
    image: (url, words, isInLink) => image(url, words, isInLink, files),
    card: (url) => {
      const file = files.find(url);
      return file && files.card(file);
    },
    wikiPage: (target) => {
      const page = pageNamed(target, tree);
      return page && { address: `/p/${page.id}`, name: page.name };
    },
  };
}

/** @returns where a reader may be sent; undefined when nowhere */
function readerAddress(
  href: string,
  site: string,
  open: ReadonlySet<string>,
  files: PublicFiles,
): string | undefined {
  if (href.startsWith('#')) return href;
  if (files.isFile(href)) {
    const file = files.find(href);
    return file && files.addressOf(file);
  }
  const local = href.startsWith(`${site}/`) ? href.slice(site.length) : href;
  const [page, id = '', hash = ''] = PAGE_PATH.exec(local) ?? [];
  if (page !== undefined) return open.has(id.toLowerCase()) ? `/p/${id.toLowerCase()}${hash}` : undefined;
  return /^(https?:\/\/|mailto:)/i.test(href) ? href : undefined;
}

/** A file of the page, or a link to a picture elsewhere. A link holds no link, no card and no player. */
function image(url: string, words: string, isInLink: boolean, files: PublicFiles): string {
  const file = files.find(url, isInLink ? 'picture' : 'any');
  if (file) return files.embedded(file, words);
  const text = escapeHtml(words || 'Image');
  if (isInLink || files.isFile(url) || !/^https?:\/\//i.test(url)) return text;
  return `<a class="image" ${attributesOf(url)}>${text}</a>`;
}
