/** Callouts, toggles, tables of contents, cards and rows of pictures of a page that is read: paragraphs, quotes and HTML. */
import type {
  Blockquote,
  Html,
  Image,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  TableCell,
  Yaml,
} from 'mdast';
import { readCallout } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { embedIn } from '../../../../../../markdown/src/kinds/embed/syntax.ts';
import {
  type PropertyKind,
  readProperties,
} from '../../../../../../markdown/src/kinds/front-matter/properties.ts';
import { isLineBreak } from '../../../../../../markdown/src/kinds/table/line-breaks.ts';
import { isTableOfContents } from '../../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { type Pair, pairToggles, textOfHtml } from '../../../../../../markdown/src/kinds/toggle/syntax.ts';
import { fileBlock } from '../../markdown/file-block.ts';
import { captionOf, isRow } from '../../markdown/picture-row.ts';

/** @param markdown what the tree was read from */
export function readBlocks(root: Root, markdown: string): void {
  visit(root, (node) => {
    if (node.type === 'blockquote') asCallout(node, markdown);
    else if (node.type === 'tableCell') breakLines(node);
    else if (node.type === 'listItem') node.children = foldToggles(node.children).filter(isBlock);
  });
  for (const node of root.children) {
    if (node.type !== 'paragraph') continue;
    asTableOfContents(node, markdown);
    asEmbed(node, markdown);
    asFile(node, markdown);
    asPictures(node, markdown);
  }
  root.children = foldToggles(root.children).map((node) =>
    node.type === 'yaml' ? asProperties(node, markdown) : node,
  );
}

/** Front matter that cannot be read as properties is shown as it is written. */
function asProperties(node: Yaml, markdown: string): RootContent {
  const source = sourceOf(node, markdown);
  const found = readProperties(source);
  const position = node.position && { position: node.position };
  if (!found || 'faultLine' in found) return { type: 'code', lang: 'yaml', value: node.value, ...position };
  const cells = found.properties.flatMap(({ name, kind, values }) => [
    cell('dt', [{ type: 'text', value: name }]),
    cell('dd', kind === 'checkbox' ? [checkbox(values)] : values.map((value) => said(kind, value.text))),
  ]);
  return {
    type: 'blockquote',
    data: { hName: 'dl', hProperties: { className: ['page-properties'] } },
    children: cells,
    ...position,
  };
}

function cell(hName: 'dt' | 'dd', children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', data: { hName }, children };
}

function checkbox([value]: readonly { readonly text: string }[]): PhrasingContent {
  const isChecked = value?.text.toLowerCase() === 'true';
  return {
    type: 'emphasis',
    data: { hName: 'span' },
    children: [{ type: 'text', value: isChecked ? 'Yes' : 'No' }],
  };
}

function said(kind: PropertyKind, value: string): PhrasingContent {
  const text: PhrasingContent = { type: 'text', value: kind === 'empty' ? '' : value };
  if (kind === 'other')
    return {
      type: 'inlineCode',
      value,
      data: { hName: 'span', hProperties: { className: ['property-source'] } },
    };
  const name = kind === 'list' ? 'property-item' : undefined;
  if (name === undefined) return text;
  return { type: 'emphasis', data: { hName: 'span', hProperties: { className: [name] } }, children: [text] };
}

function visit(node: Nodes, look: (node: Nodes) => void): void {
  look(node);
  if ('children' in node) for (const child of node.children) visit(child, look);
}

function breakLines(cell: TableCell): void {
  visit(cell, (node) => {
    if (!('children' in node)) return;
    for (const [index, child] of node.children.entries())
      if (child.type === 'html' && isLineBreak(child.value)) node.children[index] = { type: 'break' };
  });
}

/** Its first line is its head, with the title that is there, or else the kind's name. */
function asCallout(quote: Blockquote, markdown: string): void {
  const start = quote.position?.start.offset ?? 0;
  const end = lineEnd(markdown, start);
  const mark = readCallout(markdown.slice(start, end));
  const [first] = quote.children;
  if (!mark || first?.type !== 'paragraph') return;
  const { kind, name, fold } = mark;
  const facts = { 'data-kind': kind, 'data-name': name, ...(fold && { 'data-fold': fold }) };
  quote.data = { hName: 'aside', hProperties: facts };
  const [title, text] = atLineEnd(first.children, start + mark.titleFrom, end, mark.titleFrom - mark.from);
  const head: Paragraph = {
    type: 'paragraph',
    data: { hName: 'header', hProperties: { ...facts, 'data-titled': String(title.length > 0) } },
    children: title.length > 0 ? title : [{ type: 'text', value: name }],
    ...(quote.position && { position: quote.position }),
  };
  if (quote.position && first.position) {
    const { line, column } = quote.position.start;
    head.position = {
      start: quote.position.start,
      end: { line, column: column + end - start, offset: end },
    };
    first.position.start = { line: line + 1, column: 1, offset: Math.min(end + 1, markdown.length) };
  }
  first.children = text;
  if (text.length === 0) quote.children.shift();
  quote.children.unshift(head);
}

/**
 * @param from where the title begins
 * @param end of the first line
 * @param markLength letters in front of the title in the text that begins the line
 */
function atLineEnd(
  nodes: readonly PhrasingContent[],
  from: number,
  end: number,
  markLength: number,
): [title: PhrasingContent[], text: PhrasingContent[]] {
  const title: PhrasingContent[] = [];
  const text: PhrasingContent[] = [];
  for (const [index, node] of nodes.entries()) {
    const [begins, ends] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    if (begins > end) text.push(node);
    else if (node.type === 'text') {
      const [line = '', ...below] = node.value.split('\n');
      const value = index === 0 ? line.slice(markLength) : line;
      if (value !== '') title.push({ ...node, value });
      if (below.length > 0) text.push({ ...node, value: below.join('\n') });
      // The mark may be the name of a link, and an end of a line be marked with blanks.
    } else if (ends > from && node.type !== 'break') title.push(node);
  }
  return [title, text.filter((node) => node.type !== 'text' || node.value !== '')];
}

function lineEnd(markdown: string, from: number): number {
  const end = markdown.slice(from).search(/\r?\n|$/);
  return from + end;
}

function sourceOf({ position }: Nodes, markdown: string): string {
  return markdown.slice(position?.start.offset, position?.end.offset);
}

function asTableOfContents(paragraph: Paragraph, markdown: string): void {
  if (!isTableOfContents(sourceOf(paragraph, markdown))) return;
  paragraph.data = { hName: 'nav' };
  paragraph.children = [];
}

function asEmbed(paragraph: Paragraph, markdown: string): void {
  const embed = embedIn(sourceOf(paragraph, markdown));
  if (!embed) return;
  paragraph.data = { hName: 'figure', hProperties: { 'data-embed': embed.address } };
  paragraph.children = [];
}

function asFile(paragraph: Paragraph, markdown: string): void {
  const file = fileBlock(sourceOf(paragraph, markdown));
  if (!file) return;
  const { address, words, as } = file;
  paragraph.data = {
    hName: 'figure',
    hProperties: { 'data-file': address, 'data-words': words, 'data-as': as },
  };
  paragraph.children = [];
}

function asPictures(paragraph: Paragraph, markdown: string): void {
  const images = paragraph.children.filter((child) => child.type === 'image');
  const between = paragraph.children.filter((child) => child.type !== 'image');
  if (!isRow(images.length) || between.some((child) => sourceOf(child, markdown).trim() !== '')) return;
  paragraph.data = { hName: 'div', hProperties: { className: ['picture-row'] } };
  paragraph.children = images.map(asFigure);
}

function asFigure(image: Image): PhrasingContent {
  const caption = captionOf(image.alt ?? '', image.title ?? '');
  image.data = { hProperties: { 'data-captioned': String(caption !== '') } };
  const words: PhrasingContent[] =
    caption === ''
      ? []
      : [{ type: 'emphasis', data: { hName: 'figcaption' }, children: [{ type: 'text', value: caption }] }];
  return { type: 'emphasis', data: { hName: 'figure' }, children: [image, ...words] };
}

function foldToggles(blocks: readonly RootContent[]): RootContent[] {
  const html = blocks.filter((block) => block.type === 'html');
  const pairs = pairToggles(html, ({ value }) => value);
  if (pairs.length === 0) return [...blocks];
  const opened = new Map<RootContent, Pair<Html>>(pairs.map((pair) => [pair.first, pair]));
  const fold = (from: number, to: number): RootContent[] => {
    const folded: RootContent[] = [];
    for (let at = from; at < to; at++) {
      const block = blocks[at];
      const pair = block && opened.get(block);
      const end = pair ? blocks.indexOf(pair.last, at) : at;
      if (pair) folded.push(toggle(pair, fold(at + 1, end)));
      else if (block) folded.push(block);
      at = end;
    }
    return folded;
  };
  return fold(0, blocks.length);
}

function toggle({ opening, first }: Pair<Html>, inside: readonly RootContent[]): RootContent {
  const title = textOfHtml(first.value.slice(opening.titleFrom, opening.titleTo));
  const text = textOfHtml(opening.text);
  return {
    type: 'blockquote',
    data: { hName: 'details', hProperties: { open: opening.isOpen } },
    ...(first.position && { position: first.position }),
    children: [
      { type: 'paragraph', data: { hName: 'summary' }, children: [{ type: 'text', value: title }] },
      ...(text === '' ? [] : [paragraphOf(text)]),
      ...inside.filter(isBlock),
    ],
  };
}

function paragraphOf(value: string): Paragraph {
  return { type: 'paragraph', children: [{ type: 'text', value }] };
}

function isBlock(block: RootContent): block is Blockquote['children'][number] {
  return block.type !== 'yaml';
}
