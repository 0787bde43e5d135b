/** The documents: a page, no page, and no answer. */
import { escapeText } from '../../../../markdown/src/text/escape-html.ts';
import { pageTitle } from '../page-title.ts';
import type { PublicPage, PublicPlace } from '../pages.ts';
import type { RenderedText } from '../text/render-markdown.ts';
import { outlineOf } from './outline.ts';
import { PAGE_ICON_SHAPES } from './page-icons.generated.ts';
import { SharedTree } from './shared-tree.ts';
import { FONT, STYLE } from './style.ts';

const EXCERPT_CHARACTERS = 200;
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M9 8v16M16 8v16M23 8v16M7 12h18M7 20h18"/></svg>';
// A list over the page needs no script; where there is room, the style shows it beside the text. No heading has its name: those
// are in lower case.
const PAGES_BUTTON =
  '<button type="button" popovertarget="PAGES" class="pages-button" aria-label="Pages"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h16"/></svg></button>';
const CLOSE_BUTTON =
  '<button type="button" popovertarget="PAGES" popovertargetaction="hide" class="pages-button close" aria-label="Close"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button>\n';

/** @param text the page's text as safe HTML */
export function pageDocument(page: PublicPage, text: RenderedText, place: PublicPlace, site: string): string {
  const body = text.html;
  const tree = new SharedTree(page.id, place.tree);
  const outline = outlineOf(text.headings);
  const title = pageTitle(page.name);
  const address = `${site}/p/${page.id}`;
  const summary =
    page.description?.trim() ||
    excerpt(body.replace(/^(?:<div class="part">)?(?:<dl class="properties[^>]*>[\s\S]*?<\/dl>\n?)+/, ''));
  const updated = new Date(page.updated_at);
  const { icon, isEmoji } = iconOf(page.look);
  return layout({
    title: isEmoji ? `${page.look?.icon} ${title}` : title,
    site,
    classes: classesOf(page.look),
    isIndexed: place.is_indexed,
    pages: tree.isShown ? tree.list() : '',
    outline: outline.beside,
    head: `
<link rel="canonical" href="${escapeText(address)}">
<meta name="description" content="${escapeText(summary)}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="Trellis">
<meta property="og:title" content="${escapeText(title)}">
<meta property="og:description" content="${escapeText(summary)}">
<meta property="og:url" content="${escapeText(address)}">
<meta property="article:modified_time" content="${updated.toISOString()}">
<meta name="twitter:card" content="summary">
<meta name="twitter:title" content="${escapeText(title)}">
<meta name="twitter:description" content="${escapeText(summary)}">`,
    main: `${tree.crumbs()}<article>
${icon}<h1 dir="auto">${escapeText(title)}</h1>
${page.description?.trim() ? `<p class="description">${escapeText(page.description.trim())}</p>` : ''}
<p class="updated">Updated <time datetime="${updated.toISOString()}">${day(updated)}</time></p>
${outline.above}<div class="text">
${body}</div>
</article>`,
  });
}

export function notFoundDocument(site: string): string {
  return layout({
    title: 'Page not found',
    site,
    head: '',
    main: `<h1>Page not found</h1>
<p>There is no page at this address, or it is not shared with everyone any more.</p>
<p><a href="${escapeText(site)}/dashboard">Open Trellis</a></p>`,
  });
}

export function troubleDocument(site: string): string {
  return layout({
    title: 'This page cannot be shown right now',
    site,
    head: '',
    main: `<h1>This page cannot be shown right now</h1>
<p>Something went wrong on the way to it. Try again in a minute.</p>`,
  });
}

/** The icon above the title. The database lets nothing but emojis and names through; this does not rely on it. */
function iconOf(look: PublicPage['look']): { readonly icon: string; readonly isEmoji: boolean } {
  if (!look?.icon) return { icon: '', isEmoji: false };
  const [, name = '', color = ''] = /^([a-z]+)\/([a-z]+)$/.exec(look.icon) ?? [];
  if (name === '')
    return { icon: `<p class="icon" aria-hidden="true">${escapeText(look.icon)}</p>\n`, isEmoji: true };
  const shapes = Object.hasOwn(PAGE_ICON_SHAPES, name) ? PAGE_ICON_SHAPES[name] : undefined;
  return {
    icon: shapes
      ? `<p class="icon ${color}"><svg viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg></p>\n`
      : '',
    isEmoji: false,
  };
}

function classesOf(look: PublicPage['look']): string {
  const cover = /^[a-z]+$/.test(look?.cover ?? '') && `cover ${look?.cover}`;
  return [cover, look?.is_full_width && 'wide', look?.has_small_text && 'small'].filter(Boolean).join(' ');
}

interface Parts {
  readonly title: string;
  /** The classes of the body: how the page looks. */
  readonly classes?: string;
  readonly site: string;
  readonly head: string;
  readonly main: string;
  /** Whether search engines may list it. */
  readonly isIndexed?: boolean;
  /** The list of the pages that are shared with it. */
  readonly pages?: string;
  /** The headings beside the text. */
  readonly outline?: string;
}

function layout({
  title,
  site,
  classes = '',
  head,
  main,
  isIndexed = false,
  pages = '',
  outline = '',
}: Parts): string {
  const robots = isIndexed ? '' : '<meta name="robots" content="noindex, nofollow">\n';
  const names = [classes, pages === '' ? '' : 'has-pages'].filter(Boolean).join(' ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${robots}<meta name="color-scheme" content="light dark">
<title dir="auto">${escapeText(title)} · Trellis</title>
<link rel="icon" href="${escapeText(site)}/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${FONT}" as="font" type="font/woff2" crossorigin>${head}
<style>${STYLE}</style>
</head>
<body${names === '' ? '' : ` class="${names}"`}>
<header class="top">${pages === '' ? '' : PAGES_BUTTON}<a href="${escapeText(site)}/" class="brand">${MARK}Trellis</a></header>
<div class="columns">
${pages === '' ? '' : `<nav id="PAGES" class="pages" popover aria-label="Pages">\n${CLOSE_BUTTON}${pages}\n</nav>\n`}<main>
${main}
</main>
${outline}</div>
</body>
</html>
`;
}

function day(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

/** The first words of a text, for those who show a link. */
function excerpt(body: string): string {
  const text = body
    .slice(0, EXCERPT_CHARACTERS * 10)
    // A formula has its source beside what it looks like.
    .replaceAll(/<annotation[^>]*>[^<]*(?:<\/annotation>)?/g, '')
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= EXCERPT_CHARACTERS) return text || 'A page on Trellis.';
  return `${text
    .slice(0, EXCERPT_CHARACTERS)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`;
}
