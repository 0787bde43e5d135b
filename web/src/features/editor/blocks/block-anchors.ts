/**
 * Names of blocks for the address of their page: a heading's is the one that GitHub gives it, any other block's is made of
 * its first words. The text itself holds no names, so a name lasts as long as these words do.
 */
import type { SyntaxNode, Tree } from '@lezer/common';
import { slug } from '../../../../../markdown/src/text/slug.ts';
import { headingLevel } from './heading-level.ts';

/** As much of the page's text as is asked for. */
export type Slice = (from: number, to: number) => string;

// No heading's name begins so by chance more often than a block's does.
const BLOCK_PREFIX = 'block-';
const LONGEST = 48;

/** @returns the name of the block that begins here; undefined where none does */
export function anchorOf(tree: Tree, slice: Slice, place: number): string | undefined {
  for (const [anchor, from] of anchors(tree, slice)) if (from === place) return anchor;
  return undefined;
}

/** @returns where the block of this name begins */
export function placeOfAnchor(tree: Tree, slice: Slice, wanted: string): number | undefined {
  for (const [anchor, from] of anchors(tree, slice)) if (anchor === wanted) return from;
  return undefined;
}

function* anchors(tree: Tree, slice: Slice): Generator<readonly [string, number]> {
  const counts = new Map<string, number>();
  for (const node of blockNodes(tree.topNode)) {
    const name = nameOf(node, slice);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    yield [count === 0 ? name : `${name}-${count}`, node.from];
  }
}

function* blockNodes(parent: SyntaxNode): Generator<SyntaxNode> {
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    const isList = node.name === 'BulletList' || node.name === 'OrderedList';
    if (isList) yield* blockNodes(node);
    else if (parent.name !== 'ListItem') yield node;
    if (node.name === 'ListItem') yield* blockNodes(node);
  }
}

function nameOf(node: SyntaxNode, slice: Slice): string {
  if (headingLevel(node.name) !== undefined) return slug(slice(node.from, node.to)) || 'heading';
  const text = slice(node.from, Math.min(node.to, node.from + LONGEST * 4));
  // Blocks nested in an item are not its own.
  const own = node.name === 'ListItem' ? text.split('\n', 1).join('') : text;
  const words = slug(own).replaceAll(/-+/g, '-');
  const short = words.length > LONGEST ? words.slice(0, LONGEST).replace(/-[^-]*$/, '') : words;
  return `${BLOCK_PREFIX}${short}`;
}
