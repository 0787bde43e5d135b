/** A part of a page as the elements that are drawn. It is read once, however often it is drawn, or begun to be. */
import type { Element, Nodes, Parents, Root } from 'hast';
import type { Root as Markdown, Paragraph } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { directBlocks } from './direct-blocks.ts';
import { fewAccents } from './few-accents.ts';
import { keepBlankLines } from './keep-blank-lines.ts';
import { numberNotes } from './page-footnotes.ts';
import { type LongText, notesOf, readLongText } from './page-syntax/long-texts.ts';
import { FOOTNOTES, pageSyntax } from './page-syntax/page-syntax.ts';
import { BLOCK_PLACE, placeBlocks } from './place-blocks.ts';
import type { Part } from './read-parts.ts';

const gfm = unified().use(remarkParse).use(remarkGfm).freeze();
// Tags are shown as the text they are.
const TO_ELEMENTS = { ...FOOTNOTES, allowDangerousHtml: true };
const TOO_DEEP = 'This part is nested too deeply to be formatted. It is shown as it was written.';
const known = new WeakMap<Part, Root>();

/** @param isPrinted with no more room between blocks than they need */
export function readPart(part: Part, isPrinted: boolean): Root {
  const root = known.get(part) ?? (part.isTooDeep ? asWritten(part) : read(part, isPrinted));
  known.set(part, root);
  return root;
}

function read(part: Part, isPrinted: boolean): Root {
  const { markdown, shared, from, linesBelow, listStart, notes } = part;
  const found = part.findSyntax();
  const whole = markdown + shared;
  const processor = gfm()
    .use(pageSyntax(whole, found))
    .use(remarkRehype, TO_ELEMENTS)
    .use(notes ? [numberNotes(notes)] : [])
    .use([fewAccents(whole), directBlocks, placeBlocks(from)])
    .use(isPrinted ? [] : [keepBlankLines(markdown, linesBelow)]);
  const [long] = found.longTexts;
  const tree =
    part.isLongText && long ? aroundLongText(processor.parse(shared), long) : processor.parse(whole);
  const root = processor.runSync(tree);
  const [first] = root.children;
  if (listStart !== undefined && first?.type === 'element') first.properties.start = listStart;
  showTags(root);
  numberContents(root, part.contentsBefore);
  return root;
}

function asWritten({ markdown, from }: Part): Root {
  const note = said('span', { className: ['plain-rest-note'], role: 'note' }, TOO_DEEP);
  const text = said('div', { className: ['text-as-written'], [BLOCK_PLACE]: from }, markdown.trimEnd());
  return { type: 'root', children: [note, text] };
}

function said(tagName: string, properties: Element['properties'], value: string): Element {
  return { type: 'element', tagName, properties, children: [{ type: 'text', value }] };
}

/** The parser of HTML's world would look at each of its letters several times. */
function aroundLongText(definitions: Markdown, long: LongText): Markdown {
  const { from, to, start, read: readText } = long;
  const place = (offset: number) => ({
    line: readText(start, start + offset).split('\n').length,
    column: 1,
    offset,
  });
  const paragraph: Paragraph = {
    type: 'paragraph',
    children: readLongText(long, notesOf(definitions)),
    position: { start: place(from), end: place(to) },
  };
  return { ...definitions, children: [paragraph, ...definitions.children] };
}

function showTags(parent: Parents): void {
  parent.children.forEach((child: Nodes, index) => {
    if (child.type === 'raw') parent.children[index] = { type: 'text', value: child.value };
    else if ('children' in child) showTags(child);
  });
}

/** Numbers the lists of headings in the whole page: many of them list their headings once. */
function numberContents(root: Root, before: number): void {
  let count = before;
  for (const child of root.children)
    if (child.type === 'element' && child.tagName === 'nav') child.properties['data-index'] = count++;
}
