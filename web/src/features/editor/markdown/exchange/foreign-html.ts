/**
 * Brings the HTML of other programs into the elements that say what is meant: Google Docs and Word write lists, ticks and bold words
 * as looks, web pages have callouts as boxes, and cells hold blocks that no cell of Markdown can.
 */

/** On a quote that is a callout, its kind. */
export const CALLOUT = 'data-callout';

/** @param html what the body was made of: Notion says itself in a comment before it */
export function tidyForeign(body: HTMLElement, html: string): void {
  const all = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)];
  for (const one of all('p[style*="mso-list"]')) wordItem(one);
  for (const one of all('.MsoTitle')) rename(one, 'h1');
  for (const one of all('.MsoQuote, .MsoIntenseQuote')) rename(one, 'blockquote');
  for (const one of all(':is(ul, ol) > :is(ul, ol)')) one.previousElementSibling?.append(one);
  for (const one of all('li')) ownBox(one);
  for (const one of all('li > p:first-child, li > input:first-child + p')) unwrapText(one);
  for (const one of all('b[id^="docs-internal-guid"] span[style], .docs-internal span[style]'))
    shownFormats(one);
  // Google Docs wraps everything in a <b> that is not bold.
  for (const one of all('b[style*="font-weight:normal"]')) unwrap(one);
  for (const one of all('pre')) asCode(one);
  for (const one of all('.markdown-alert, .admonition, aside'))
    asCallout(one, html.includes('<!-- notionvc'));
  for (const one of all('blockquote details')) asBoldTitle(one);
  for (const one of all('table')) ownHead(one as HTMLTableElement);
  for (const one of all('td, th')) oneLine(one);
}

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: Element, name: string): HTMLElement {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Word's item is a paragraph that says its level, and whose mark is words that are left out. */
function wordItem(paragraph: HTMLElement): void {
  const level = Number(/mso-list:[^;]*level(\d+)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1);
  const mark = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
  const said = mark?.textContent ?? '';
  mark?.remove();
  const isCounted = /[\p{L}\d][.)]/u.test(said) && !/^o\b/.test(said.trim());
  const name = isCounted ? 'OL' : 'UL';
  let list = listBefore(paragraph);
  for (let depth = 1; list && depth < level; depth++) {
    const item = list.lastElementChild;
    const inner: Element | null | undefined = item?.lastElementChild;
    if (inner && /^[OU]L$/.test(inner.nodeName)) list = inner;
    else if (item) list = item.appendChild(paragraph.ownerDocument.createElement(name));
  }
  if (!list || (level === 1 && list.nodeName !== name)) {
    list = paragraph.ownerDocument.createElement(name);
    const start = /\d+/.exec(said)?.[0];
    if (isCounted && start !== undefined && start !== '1') list.setAttribute('start', start);
    list.setAttribute('data-word', '');
    paragraph.before(list);
  }
  list.append(rename(paragraph, 'li'));
}

function listBefore(element: Element): Element | undefined {
  const before = element.previousElementSibling;
  return before?.hasAttribute('data-word') ? before : undefined;
}

const WRITTEN_BOX = /^\s*\[([ xX])\][\s\u00A0]+/;

/** The box of a task stands first in its item, and is a box. */
function ownBox(item: HTMLElement): void {
  const box = item.querySelector<HTMLInputElement>('input[type="checkbox"]');
  const isOwn = box?.closest('li') === item;
  const text = textIn(item);
  const written = WRITTEN_BOX.exec(text?.data ?? '');
  if (!isOwn && item.getAttribute('role') !== 'checkbox' && !written) return;
  const isTicked = isOwn
    ? box.hasAttribute('checked')
    : item.getAttribute('aria-checked') === 'true' || /x/i.test(written?.[1] ?? '');
  if (written && text) text.data = text.data.slice(written[0].length);
  if (isOwn) box.remove();
  item.querySelector(':scope > img[aria-roledescription="checkbox"]')?.remove();
  const own = item.ownerDocument.createElement('input');
  own.type = 'checkbox';
  own.toggleAttribute('checked', isTicked);
  const words = textIn(item);
  if (words) words.data = words.data.trimStart();
  item.prepend(own);
}

function textIn(item: HTMLElement): Text | undefined {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '') return text.parentElement?.closest('pre, code') ? undefined : text;
  }
  return undefined;
}

/** A paragraph around an item's only text says nothing, and would set its inner list apart. */
function unwrapText(paragraph: HTMLElement): void {
  const rest = [...(paragraph.parentElement?.children ?? [])].filter((one) => one !== paragraph);
  if (rest.every(({ nodeName }) => /^(?:UL|OL|INPUT)$/.test(nodeName))) unwrap(paragraph);
}

/** Formats that are looks alone. The words of a heading are bold or not by being one. */
function shownFormats(span: HTMLElement): void {
  const style = span.getAttribute('style') ?? '';
  const names = [
    ...(/font-weight:\s*(?:bold|[6-9]00)/.test(style) && !span.closest('h1, h2, h3, h4, h5, h6')
      ? ['strong']
      : []),
    ...(/font-style:\s*italic/.test(style) ? ['em'] : []),
    ...(/text-decoration:[^;]*line-through/.test(style) ? ['del'] : []),
  ];
  for (const name of names) {
    const format = span.ownerDocument.createElement(name);
    format.append(...span.childNodes);
    span.append(format);
  }
}

const LANGUAGE = /\b(?:language|lang|highlight-source|highlight-text)-([\w+#-]+)/;

/** Code as its letters, with its language in the place where the converter looks. */
function asCode(pre: HTMLElement): void {
  const around = [pre.querySelector('code'), pre, pre.parentElement].map((one) => one?.className ?? '');
  const language = around.map((name) => LANGUAGE.exec(name)?.[1]).find((name) => name !== undefined);
  for (const one of pre.querySelectorAll('br')) one.replaceWith('\n');
  for (const one of pre.querySelectorAll('div, p, li')) if (one.nextSibling) one.append('\n');
  const code = pre.ownerDocument.createElement('code');
  code.textContent = (pre.textContent ?? '').replace(/\n$/, '');
  if (language) code.className = `language-${language}`;
  pre.replaceChildren(code);
  if (pre.parentElement && LANGUAGE.test(pre.parentElement.className)) pre.parentElement.className = '';
}

const KINDS = /\b(?:markdown-alert-|admonition-)?(note|tip|info|important|warning|caution|danger)\b/;

/** A box that says its kind, as on GitHub and in manuals, and Notion's. Other asides are what stands beside a page. */
function asCallout(box: HTMLElement, isNotion: boolean): void {
  const isAside = box.nodeName === 'ASIDE';
  const kind = isAside ? (isNotion ? 'note' : undefined) : KINDS.exec(box.className)?.[1];
  if (kind === undefined) return;
  const title = box.querySelector('.markdown-alert-title, .admonition-title');
  if (title?.textContent?.trim().toLowerCase() === kind) title.remove();
  const quote = rename(box, 'blockquote');
  quote.setAttribute(CALLOUT, kind);
}

/** In a quote, a toggle is the HTML that it is. */
function asBoldTitle(toggle: HTMLElement): void {
  const title = toggle.querySelector(':scope > summary');
  const words = title && rename(title, 'p');
  const bold = toggle.ownerDocument.createElement('strong');
  if (words) {
    bold.append(...words.childNodes);
    words.append(bold);
  }
  unwrap(toggle);
}

/** A table of one cell is a box around what is in it. Any other has a head, which is its first row if none is said. */
function ownHead(table: HTMLTableElement): void {
  for (const columns of table.querySelectorAll(':scope > colgroup')) columns.remove();
  if (table.caption) table.before(rename(table.caption, 'p'));
  const [first] = table.rows;
  const cells = [...(first?.cells ?? [])];
  if (table.rows.length === 1 && cells.length === 1 && cells[0]) table.replaceWith(...cells[0].childNodes);
  else if (!table.tHead) for (const cell of cells) if (cell.nodeName === 'TD') asHead(cell);
}

function asHead(cell: HTMLTableCellElement): void {
  const { align } = cell;
  const head = rename(cell, 'th') as HTMLTableCellElement;
  if (align) head.align = align;
  head.colSpan = cell.colSpan;
}

const BLOCKS =
  'p, div, ul, ol, li, pre, blockquote, h1, h2, h3, h4, h5, h6, table, tr, hr, details, summary, dl, dt, dd';

/** A cell is one line: what are lines of their own in it have breaks between them. */
function oneLine(cell: HTMLElement): void {
  const { ownerDocument } = cell;
  for (const inner of cell.querySelectorAll('td, th')) rename(inner, 'div');
  for (const item of cell.querySelectorAll('li'))
    item.prepend(item.closest('ol') ? `${indexOf(item)}. ` : '• ');
  for (const rule of cell.querySelectorAll('hr')) rule.remove();
  for (const code of cell.querySelectorAll('pre > code')) codeLines(code);
  const blocks = [...cell.querySelectorAll(BLOCKS)];
  for (const block of blocks) {
    if (isFollowed(block)) block.after(ownerDocument.createElement('br'));
    if (isAfterText(block)) block.before(ownerDocument.createElement('br'));
    unwrap(block);
  }
}

function indexOf(item: Element): number {
  const siblings = [...(item.parentElement?.children ?? [])];
  return Number(item.parentElement?.getAttribute('start') ?? 1) + siblings.indexOf(item);
}

function codeLines(code: Element): void {
  const lines = (code.textContent ?? '').split('\n');
  const made = lines.flatMap((line, index) => {
    const one = code.ownerDocument.createElement('code');
    one.textContent = line;
    return index === 0 ? [one] : [code.ownerDocument.createElement('br'), one];
  });
  code.replaceWith(...made);
}

const hasText = (node: Node | null): boolean => {
  for (let one = node; one; one = one.nextSibling) if ((one.textContent ?? '').trim() !== '') return true;
  return false;
};

function isFollowed(block: Element): boolean {
  return (block.textContent ?? '').trim() !== '' && hasText(block.nextSibling);
}

/** Right after words that are in no block. */
function isAfterText(block: Element): boolean {
  const before = block.previousSibling;
  return before !== null && before.nodeName !== 'BR' && (before.textContent ?? '').trim() !== '';
}
