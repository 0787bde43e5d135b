/**
 * Turns HTML from anywhere into Markdown. It is parsed into a document that runs and loads nothing, and only text, links
 * and what Markdown has of its own come out. Large, so it is loaded with the first paste that needs it.
 */
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { type CalloutKind, calloutMark } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { htmlOfText } from '../../../../../../markdown/src/kinds/toggle/syntax.ts';
import { escapeBeginning } from './as-words.ts';
import { CALLOUT, tidyForeign, unwrap } from './foreign-html.ts';

// Elements that are no text of the page, or could do something.
const LEFT_OUT = [
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'title',
  'audio',
  'video',
  'canvas',
  'button',
  'select',
  'textarea',
].join(',');

const MOST_SPANNED = 100;

interface Reading {
  /** Addresses of files beside the text's own are kept: they come along. */
  readonly keepsRelative?: boolean;
}

/** @param origin that of this app: links into it are written without it */
export function htmlToMarkdown(
  html: string,
  origin: string,
  { keepsRelative = false }: Reading = {},
): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(LEFT_OUT)) element.remove();
  tidyForeign(body, html);
  for (const link of body.querySelectorAll('a')) keepLink(link, origin, keepsRelative);
  for (const image of body.querySelectorAll('img')) keepImage(image, keepsRelative);
  return service().turndown(body).trim();
}

function keepLink(link: HTMLAnchorElement, origin: string, keepsRelative: boolean): void {
  const address = link.getAttribute('href') ?? '';
  if (keepsRelative && isRelative(address)) {
    link.setAttribute('href', inMarkdown(address));
    return;
  }
  const url = parse(address);
  if (!url || !/^(?:https?|mailto|tel):$/.test(url.protocol)) unwrap(link);
  else link.setAttribute('href', url.origin === origin ? address.replace(origin, '') || '/' : url.href);
  link.removeAttribute('title');
}

/** Images that a text carries within itself would make it too large to write in. */
function keepImage(image: HTMLImageElement, keepsRelative: boolean): void {
  const address = image.getAttribute('src') ?? '';
  if (keepsRelative && isRelative(address)) {
    image.setAttribute('src', inMarkdown(address));
    return;
  }
  const url = parse(address);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') image.setAttribute('src', url.href);
  else image.replaceWith(image.alt);
}

function isRelative(address: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(address.trim());
}

/** Spaces and brackets would end it. */
function inMarkdown(address: string): string {
  return address
    .trim()
    .replaceAll(/[\s()<>]/g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function service(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.use(gfm);
  turndown.addRule('listItem', { filter: 'li', replacement: listItem });
  turndown.addRule('callout', {
    filter: (node) => node.hasAttribute(CALLOUT),
    replacement: (content, node) => callout(content, (node as Element).getAttribute(CALLOUT) as CalloutKind),
  });
  turndown.addRule('cell', { filter: ['th', 'td'], replacement: cell });
  turndown.addRule('line in a cell', {
    filter: (node) => node.nodeName === 'BR' && node.closest('td, th') !== null,
    replacement: () => '<br>',
  });
  turndown.addRule('toggle', { filter: 'details', replacement: toggle });
  turndown.addRule('toggle title', { filter: 'summary', replacement: () => '' });
  const escapeMarks = turndown.escape.bind(turndown);
  // Text must not come out as a tag, nor begin a block that the library does not know.
  turndown.escape = (text) =>
    escapeBeginning(escapeMarks(text).replaceAll(/<(?=[a-z/!?])/gi, String.raw`\<`));
  return turndown;
}

function callout(content: string, kind: CalloutKind): string {
  const lines = content.trim().split('\n');
  return `\n\n${[calloutMark(kind), ...lines].map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

/** The library widens it to three letters. */
function cell(content: string, node: Node): string {
  const one = node as HTMLTableCellElement;
  const words = content
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/(?<!\\)\|/g, String.raw`\|`);
  const spanned = Math.min(one.colSpan, MOST_SPANNED) - 1;
  return `${one.previousElementSibling ? '' : '|'} ${words} |${'  |'.repeat(spanned)}`;
}

function toggle(content: string, node: Node): string {
  const title = (node as Element).querySelector(':scope > summary')?.textContent ?? '';
  const words = htmlOfText(title.replaceAll(/\s+/g, ' ').trim());
  return `\n\n<details>\n<summary>${words}</summary>\n\n${content.trim()}\n\n</details>\n\n`;
}

/** As the editor writes them: one space after the mark, what belongs to the item indented below its text. */
function listItem(content: string, node: Node): string {
  const parent = node.parentElement;
  const index = parent ? [...parent.children].indexOf(node as Element) : 0;
  const start = Number(parent?.getAttribute('start') ?? 1);
  const mark = parent?.nodeName === 'OL' ? `${start + index}. ` : '- ';
  const text = content.trim().replaceAll(/\n+/g, (breaks) => `${breaks}${' '.repeat(mark.length)}`);
  return `${mark}${text}${node.nextSibling ? '\n' : ''}`;
}
