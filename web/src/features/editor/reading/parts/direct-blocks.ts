/** The direction (left to right, right to left) of blocks and lines of a page that is read: that of their first strong letter. */
import {
  type Content,
  type Element,
  element,
  type Root,
} from '../../../../../../markdown/src/read/elements.ts';
import {
  type Direction,
  directionOf,
  directionOfLines,
} from '../../../../../../markdown/src/text/direction.ts';

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'table', 'th', 'td'],
  ...['aside', 'header', 'details', 'summary', 'figcaption', 'dl', 'dt', 'dd'],
]);
const HOLDS_LINES: ReadonlySet<string> = new Set(['p', 'li', 'th', 'td']);
const ENDS_LINE: ReadonlySet<string> = new Set(['br', 'hr', 'pre', 'figure', 'nav', 'section', 'div']);

type Own = ReadonlyMap<Content, Direction | undefined>;

export function directBlocks(root: Root): void {
  const own = new Map<Content, Direction | undefined>();
  for (const child of root.children) read(child, own);
  for (const child of root.children) direct(child, 'ltr', 'ltr', own);
}

function read(node: Content, own: Map<Content, Direction | undefined>): Direction | undefined {
  if (node.type === 'element' && isUnread(node)) return undefined;
  const first = node.type === 'text' ? directionOf(node.value) : readAll(node, own);
  own.set(node, first);
  return first;
}

function readAll(node: Element, own: Map<Content, Direction | undefined>): Direction | undefined {
  const inside = node.children.map((child) => read(child, own));
  const [title] = node.children;
  // It is shown as it is written.
  if (node.tagName === 'summary' && title?.type === 'text') return directionOfLines(title.value);
  return inside.find((direction) => direction !== undefined);
}

/** Code, a formula, or the name of a callout's kind. */
function isUnread({ tagName, properties }: Element): boolean {
  return (
    tagName === 'code' || properties['data-place'] !== undefined || properties['data-titled'] === 'false'
  );
}

/** Says so where it is another than the one around. */
function direct(node: Content, around: Direction, inTable: Direction, own: Own): void {
  if (node.type === 'text') return;
  let inside = around;
  if (BLOCKS.has(node.tagName)) {
    inside = own.get(node) ?? around;
    if (inside !== around) node.properties.dir = inside;
    align(node, inTable);
  }
  const table = node.tagName === 'table' ? inside : inTable;
  for (const child of node.children) direct(child, inside, table, own);
  if (HOLDS_LINES.has(node.tagName)) node.children = turnLines(node.children, inside, own);
}

/** Sides are those of the table, whichever way a cell goes. */
function align({ properties }: Element, inTable: Direction): void {
  if (inTable === 'ltr') return;
  if (properties.align === 'left') properties.align = 'right';
  else if (properties.align === 'right') properties.align = 'left';
}

/** A line that goes another way than the text it stands in stands by itself. */
function turnLines(nodes: readonly Content[], around: Direction, own: Own): Content[] {
  const turned: Content[] = [];
  let line: Content[] = [];
  const end = () => {
    const direction = line.map((node) => own.get(node)).find((found) => found !== undefined);
    if (direction === undefined || direction === around) turned.push(...line);
    else turned.push(element('span', { className: ['turned-line'], dir: direction }, line));
    line = [];
  };
  for (const node of nodes) {
    if (node.type === 'text' || !(BLOCKS.has(node.tagName) || ENDS_LINE.has(node.tagName))) line.push(node);
    else {
      end();
      turned.push(node);
    }
  }
  end();
  return turned;
}
