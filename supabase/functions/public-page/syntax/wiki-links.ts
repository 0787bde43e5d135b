/**
 * `[[Page]]`, `[[Folder/Page#Heading|what it says]]` and `![[Page]]`, as the app reads them. They lead to pages that are shared together with this
 * one: no other page's name or id is asked for, so a link to any other is the words that are written.
 */
import type { MarkdownIt, StateInline } from 'markdown-it';
import {
  LONGEST,
  readWikiLink,
  type WikiLink,
  wikiLinkIn,
} from '../../../../markdown/src/kinds/wiki-link/syntax.ts';
import type { SharedPage } from '../pages.ts';
import { slug } from '../slug.ts';

const BRACKET = 91;
const EXCLAMATION = 33;

export interface WikiSurroundings {
  /** The pages that are shared together with this one. */
  readonly tree: readonly SharedPage[];
}

export function readWikiLinks(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.inline.ruler.before('link', 'wiki_link', (state: StateInline, silent: boolean) => {
    const { src, pos } = state;
    const first = src.charCodeAt(pos);
    if (first !== BRACKET && first !== EXCLAMATION) return false;
    const whole = wikiLinkIn(src.slice(pos, pos + LONGEST));
    if (whole === undefined) return false;
    if (!silent) state.push('wiki_link', '', 0).meta = { ...readWikiLink(whole) };
    state.pos += whole.length;
    return true;
  });
  markdown.renderer.rules.wiki_link = (tokens, at, _options, env) => {
    const link = (tokens[at]?.meta ?? {}) as unknown as WikiLink;
    const page = pageOf(link.target, (env as unknown as WikiSurroundings).tree);
    const shown = [page?.name.trim() || link.target, link.heading].filter((part) => part !== '').join(' › ');
    const words = escapeHtml(link.alias ?? shown);
    const anchor = link.heading === '' ? '' : `#${slug(link.heading, new Map())}`;
    const address = page ? `/p/${page.id}${anchor}` : link.target === '' ? anchor : '';
    if (address === '') return words;
    return `<a${link.isEmbed ? ' class="page-embed"' : ''} href="${escapeHtml(address)}">${words}</a>`;
  };
}

interface Index {
  readonly byId: ReadonlyMap<string, SharedPage>;
  readonly byName: ReadonlyMap<string, readonly SharedPage[]>;
}

// A text may have thousands of links.
const indexes = new WeakMap<readonly SharedPage[], Index>();

function indexOf(tree: readonly SharedPage[]): Index {
  const index = indexes.get(tree) ?? {
    byId: new Map(tree.map((page) => [page.id, page])),
    byName: Map.groupBy(tree, ({ name }) => fold(name)),
  };
  indexes.set(tree, index);
  return index;
}

/** @returns undefined where no page is meant, or several may be */
function pageOf(target: string, tree: readonly SharedPage[]): SharedPage | undefined {
  if (target === '') return undefined;
  const { byId, byName } = indexOf(tree);
  const whole = byName.get(fold(target)) ?? [];
  if (whole.length > 0 || !target.includes('/')) return whole.length === 1 ? whole[0] : undefined;
  const names = target
    .split('/')
    .map(fold)
    .filter((name) => name !== '');
  const found = (byName.get(names.at(-1) ?? '') ?? []).filter((page) => isAt(page, names, byId));
  return found.length === 1 ? found[0] : undefined;
}

function isAt(page: SharedPage, names: readonly string[], byId: Index['byId']): boolean {
  let current: SharedPage | undefined = page;
  for (const name of names.toReversed()) {
    if (!current || fold(current.name) !== name) return false;
    current = byId.get(current.parent_id ?? '');
  }
  return true;
}

function fold(name: string): string {
  return (name.trim() || 'Untitled').normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ');
}
