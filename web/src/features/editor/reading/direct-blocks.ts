/** Blocks of a page that is read have the direction of their first strong letter. A plugin for rehype. */
import type { Nodes, Root } from 'hast';
import { type Direction, directionOf } from '../../../../../markdown/src/text/direction.ts';

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'th', 'td', 'dt', 'dd'],
  ...['aside', 'header', 'details', 'summary', 'figcaption'],
]);

export function directBlocks() {
  return (root: Root) => {
    const own = new Map<Nodes, Direction | undefined>();
    read(root, own);
    direct(root, 'ltr', own);
  };
}

function read(node: Nodes, own: Map<Nodes, Direction | undefined>): Direction | undefined {
  if (node.type === 'text') return directionOf(node.value);
  if (!('children' in node) || isUnread(node)) return undefined;
  const inside = node.children.map((child) => read(child, own));
  const first = inside.find((direction) => direction !== undefined);
  own.set(node, first);
  return first;
}

/** A formula, or the name of a callout's kind. */
function isUnread(node: Nodes): boolean {
  if (node.type !== 'element') return false;
  const { 'data-place': place, 'data-titled': isTitled } = node.properties;
  return place !== undefined || isTitled === 'false';
}

/** Says so where it is another than the one around. */
function direct(node: Nodes, around: Direction, own: ReadonlyMap<Nodes, Direction | undefined>): void {
  if (!('children' in node)) return;
  let inside = around;
  if (node.type === 'element' && BLOCKS.has(node.tagName)) {
    inside = own.get(node) ?? around;
    if (inside !== around) node.properties.dir = inside;
    const { align } = node.properties;
    if (align === 'left') node.properties.align = 'start';
    else if (align === 'right') node.properties.align = 'end';
  }
  for (const child of node.children) direct(child, inside, own);
}
