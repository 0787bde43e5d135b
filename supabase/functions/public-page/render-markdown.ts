/**
 * Markdown to HTML in which nothing of the text can run or load: tags, those of toggles aside, are shown as text, links lead to http, https and
 * mailto only, images elsewhere become links. Links between pages lead to pages that are public, by the titles that these have now; those to
 * others are plain text, so that no reader ends before a closed door, and no id of a page that is not public leaves the workspace.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { LINE_BREAK } from '../../../markdown/src/kinds/table/line-breaks.ts';
import { isTableOfContents } from '../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { keepBlankLines } from './blank-lines.ts';
import { type CodeColours, loadCodeColours } from './code-colours.ts';
import { directBlocks } from './direction.ts';
import { pageTitle } from './html.ts';
import { type Heading, headingItems } from './outline.ts';
import type { PublicFile, SaidLink, SharedPage } from './pages.ts';
import { loneFile, PublicFiles } from './public-files.ts';
import { slug } from './slug.ts';
import { readMoreSyntax } from './syntax/more-syntax.ts';
import { withoutFrontMatter } from './syntax/properties.ts';
import { type Deadline, limitWork, TakesTooLong, WorkBudget } from './work-limit.ts';

const PAGE_PATH =
  /^\/(?:dashboard\/pages|p)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?(?:\?[^#]*)?(#.*)?$/i;
// A longer text could take all of a function's memory. It is shown as it was written.
const LONGEST_MARKDOWN = 256 * 1024;
// The longest page that somebody wrote takes a fifth of this. Slower texts are shown as they were written, too.
const LONGEST_WORK_MS = 1000;
const PAGE_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
// What it says has no brackets but those that are written with a backslash.
const SAID_LINK =
  /\[((?:[^[\]\\\n]|\\.){1,600})\]\(<?(?:https?:\/\/[^\s()/]{1,250})?\/(?:dashboard\/pages|p)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi;
const TASK = /^\[([ xX])\] /;

export interface LinkedPages {
  /** The pages that may be linked to. */
  readonly open: ReadonlySet<string>;
  /** What a link shows instead of a former title, by {@link saidKey}. */
  readonly titles: ReadonlyMap<string, string>;
  /** The pages that are shared together with this one, which wiki links name. */
  readonly tree: readonly SharedPage[];
}

export interface RenderedText {
  readonly html: string;
  readonly headings: readonly Heading[];
}

interface Surroundings extends Deadline, LinkedPages {
  readonly site: string;
  readonly colours: CodeColours;
  readonly files: PublicFiles;
  headings: readonly Heading[];
  /** Made once, however often it is shown. */
  contents?: string;
}

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: true });
const { escapeHtml } = markdown.utils;
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Every address is checked below instead.
markdown.validateLink = () => true;
readMoreSyntax(markdown);
limitWork(markdown);
markdown.core.ruler.push('for_readers', ({ tokens, env, Token: TokenKind }) =>
  prepare(tokens, env as unknown as Surroundings, TokenKind),
);
markdown.core.ruler.push('contents', ({ tokens, env }) =>
  readContents(tokens, env as unknown as Surroundings),
);

keepBlankLines(markdown);

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
  const colours = await loadCodeColours(content);
  const budget = new WorkBudget(longestWorkMs);
  const surroundings: Surroundings = { site, ...linked, colours, files, budget, headings: [] };
  try {
    const { table, text } = withoutFrontMatter(content);
    const html = markdown.render(text, surroundings as unknown as Record<string, unknown>);
    return { html: table + html, headings: surroundings.headings };
  } catch (error) {
    if (error instanceof TakesTooLong) return asWritten(content);
    throw error;
  }
}

function asWritten(content: string): RenderedText {
  return { html: `<pre>${escapeHtml(content)}</pre>\n`, headings: [] };
}

function prepare(tokens: readonly Token[], surroundings: Surroundings, TokenKind: typeof Token): void {
  directBlocks(tokens);
  const slugs = new Map<string, number>();
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      if (token.type === 'heading_open') token.attrSet('id', slug(tokens[at + 1]?.content ?? '', slugs));
      // Beneath the page's own name.
      token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`;
    }
    if (token.type !== 'inline' || !token.children) return;
    if (/^t[hd]_open$/.test(tokens[at - 1]?.type ?? ''))
      token.children = breakLines(token.children, TokenKind);
    if (tokens[at - 2]?.type === 'list_item_open') markTask(token, tokens[at - 2]);
    const card = tokens[at - 1]?.type === 'paragraph_open' && loneFile(token.children, surroundings.files);
    if (card) Object.assign(token, { type: 'file_card', children: null, meta: { file: card } });
    else prepareInline(token.children, surroundings);
  });
}

/** Collects the headings. A paragraph that stands for the list of them becomes one. */
function readContents(tokens: Token[], surroundings: Surroundings): void {
  const headings = tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open' || token.level > 0) return [];
    return {
      level: Number(token.tag.slice(1)),
      id: String(token.attrGet('id')),
      text: words(tokens[at + 1]),
    };
  });
  surroundings.headings = headings;
  tokens.forEach((token, at) => {
    const isContents = token.type === 'inline' && token.level === 1 && isTableOfContents(token.content);
    const [open, close] = [tokens[at - 1], tokens[at + 1]];
    if (!isContents || open?.type !== 'paragraph_open' || !close) return;
    Object.assign(open, {
      tag: 'nav',
      attrs: [
        ['class', 'contents'],
        ['aria-label', 'Table of contents'],
      ],
    });
    close.tag = 'nav';
    Object.assign(token, { type: 'contents', children: null });
  });
}

function words(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join('');
}

function prepareInline(tokens: readonly Token[], surroundings: Surroundings): void {
  let insideLink = false;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'link_open') {
      const address = readerAddress(String(token.attrGet('href') ?? ''), surroundings);
      if (address?.startsWith('/p/')) showTitle(tokens, at, address, surroundings);
      insideLink = address !== undefined;
      token.attrs = address === undefined ? null : linkAttributes(address);
      token.meta = { dropped: !insideLink };
    } else if (token.type === 'link_close') {
      token.meta = { dropped: !insideLink };
      insideLink = false;
    } else if (token.type === 'image') {
      const source = String(token.attrGet('src') ?? '');
      token.meta = {
        address: insideLink ? undefined : imageAddress(source, surroundings),
        // A link holds no card, and no player.
        file: surroundings.files.find(source, insideLink ? 'picture' : 'any'),
      };
    }
  }
}

/** A link that says a former title of its page says the present one. */
function showTitle(tokens: readonly Token[], at: number, address: string, { titles }: Surroundings): void {
  const inside: Token[] = [];
  for (let next = at + 1; tokens[next]?.type === 'text'; next++) inside.push(tokens[next] as Token);
  if (tokens[at + inside.length + 1]?.type !== 'link_close') return;
  const said = inside.map(({ content }) => content).join('');
  const name = titles.get(saidKey({ id: address.slice('/p/'.length).replace(/[?#].*$/, ''), said }));
  const [first, ...rest] = inside;
  if (name === undefined || !first) return;
  first.content = pageTitle(name);
  for (const token of rest) token.content = '';
}

/** @returns where a reader may be sent; undefined when nowhere */
function readerAddress(href: string, { site, open, files }: Surroundings): string | undefined {
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

function imageAddress(source: string, { files }: Surroundings): string | undefined {
  if (files.isFile(source)) return undefined;
  return /^https?:\/\//i.test(source) ? source : undefined;
}

function linkAttributes(address: string): [string, string][] {
  const leaves = !/^[#/]/.test(address);
  return [
    ['href', address],
    ...(leaves ? [['rel', 'noopener noreferrer nofollow ugc'] as [string, string]] : []),
  ];
}

/** The tag of a line break breaks the line in a cell, for which Markdown has no sign. */
function breakLines(children: readonly Token[], TokenKind: typeof Token): Token[] {
  return children.flatMap((child) =>
    child.type === 'text'
      ? child.content.split(LINE_BREAK).flatMap((content, index) => {
          const text = new TokenKind('text', '', 0);
          text.content = content;
          return index === 0 ? [text] : [new TokenKind('hardbreak', 'br', 0), text];
        })
      : [child],
  );
}

function markTask(inline: Token, item: Token | undefined): void {
  const [first] = inline.children ?? [];
  const [mark, state] = TASK.exec(first?.type === 'text' ? first.content : '') ?? [];
  if (!first || mark === undefined) return;
  first.content = first.content.slice(mark.length);
  item?.attrSet('class', state === ' ' ? 'task' : 'task done');
  first.meta = { task: state === ' ' ? 'open' : 'done' };
}

markdown.renderer.rules.link_open = (tokens, at, options, _env, self) =>
  isDropped(tokens[at]) ? '' : self.renderToken(tokens, at, options);
markdown.renderer.rules.link_close = (tokens, at, options, _env, self) =>
  isDropped(tokens[at]) ? '' : self.renderToken(tokens, at, options);
markdown.renderer.rules.file_card = (tokens, at, _options, env) => {
  const { file } = (tokens[at]?.meta ?? {}) as { readonly file?: PublicFile };
  return file ? (env as unknown as Surroundings).files.card(file) : '';
};
markdown.renderer.rules.image = (tokens, at, _options, env) => {
  const { content = '', meta } = tokens[at] ?? {};
  const { address, file } = meta as { readonly address?: string; readonly file?: PublicFile };
  if (file) return (env as unknown as Surroundings).files.embedded(file, content);
  const text = escapeHtml(content || 'Image');
  if (address === undefined) return text;
  const [, [name, value] = []] = linkAttributes(address);
  return `<a class="image" href="${escapeHtml(address)}" ${name}="${value}">${text}</a>`;
};
markdown.renderer.rules.text = (tokens, at) => {
  const { content = '', meta } = tokens[at] ?? {};
  const { task } = (meta ?? {}) as { readonly task?: 'open' | 'done' };
  const box =
    task &&
    `<input type="checkbox" disabled${task === 'done' ? ' checked' : ''} aria-label="${task === 'done' ? 'Done' : 'To do'}"> `;
  return `${box ?? ''}${escapeHtml(content)}`;
};
markdown.renderer.rules.contents = (_tokens, _at, _options, env) => {
  const surroundings = env as unknown as Surroundings;
  surroundings.contents ??= `<ul>\n${headingItems(surroundings.headings)}\n</ul>`;
  surroundings.budget.draw(0, 2 * surroundings.headings.length);
  return surroundings.contents;
};
markdown.renderer.rules.fence = (tokens, at, _options, env) => {
  const { content = '', info = '' } = tokens[at] ?? {};
  return (env as unknown as Surroundings).colours.block(content, info);
};
markdown.renderer.rules.code_block = (tokens, at, _options, env) =>
  (env as unknown as Surroundings).colours.block(tokens[at]?.content ?? '', '');
// A table wider than a phone scrolls on its own, also by the keyboard.
markdown.renderer.rules.table_open = () =>
  '<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

function isDropped(token: Token | undefined): boolean {
  return (token?.meta as { readonly dropped?: boolean } | null)?.dropped === true;
}
