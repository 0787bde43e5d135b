/** Blocks of a page that is read have the direction of their first strong letter. */
import type { Content, Element, Root } from '../../../../../markdown/src/read/elements.ts';
import { type Direction, directionOf } from '../../../../../markdown/src/text/direction.ts';

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'th', 'td', 'dt', 'dd'],
  ...['aside', 'header', 'details', 'summary', 'figcaption'],
]);

// Tags are shown, and are no words of a language. None is looked for beyond the beginning of another.
const TAG = /<\/?[a-z][^<>]*>|<!--[^<]*?-->/gi;

export function directBlocks(root: Root): void {
  const own = new Map<Content, Direction | undefined>();
  for (const child of root.children) read(child, own);
  for (const child of root.children) direct(child, 'ltr', own);
}

function read(node: Content, own: Map<Content, Direction | undefined>): Direction | undefined {
  if (node.type === 'text') return directionOf(node.value.replaceAll(TAG, ''));
  if (isUnread(node)) return undefined;
  const inside = node.children.map((child) => read(child, own));
  const first = inside.find((direction) => direction !== undefined);
  own.set(node, first);
  return first;
}

/** A formula, or the name of a callout's kind. */
function isUnread({ properties }: Element): boolean {
  return properties['data-place'] !== undefined || properties['data-titled'] === 'false';
}

/** Says so where it is another than the one around. */
function direct(node: Content, around: Direction, own: ReadonlyMap<Content, Direction | undefined>): void {
  if (node.type === 'text') return;
  let inside = around;
  if (BLOCKS.has(node.tagName)) {
    inside = own.get(node) ?? around;
    if (inside !== around) node.properties.dir = inside;
    const { align } = node.properties;
    if (align === 'left') node.properties.align = 'start';
    else if (align === 'right') node.properties.align = 'end';
  }
  for (const child of node.children) direct(child, inside, own);
}
