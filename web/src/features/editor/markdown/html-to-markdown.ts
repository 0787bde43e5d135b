/**
 * Turns HTML from anywhere into Markdown. It is parsed into a document that runs and loads nothing, and only text, links
 * and what Markdown has of its own come out. Large, so it is loaded with the first paste that needs it.
 */
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { escapeBeginning } from './as-words.ts';

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
  for (const link of body.querySelectorAll('a')) keepLink(link, origin, keepsRelative);
  for (const image of body.querySelectorAll('img')) keepImage(image, keepsRelative);
  // Google Docs wraps everything in a <b> that is not bold.
  for (const bold of body.querySelectorAll<HTMLElement>('b[style*="font-weight:normal"]')) unwrap(bold);
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

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
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
  const escapeMarks = turndown.escape.bind(turndown);
  // Text must not come out as a tag, nor begin a block that the library does not know.
  turndown.escape = (text) =>
    escapeBeginning(escapeMarks(text).replaceAll(/<(?=[a-z/!?])/gi, String.raw`\<`));
  return turndown;
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
