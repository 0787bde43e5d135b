/**
 * Names of blocks for the address of their page: the one that somebody gave it (markdown/src/layers/anchors.generated.ts). Without one, a
 * heading's is the one that GitHub gives it, and any other block's is made of its first words, and lasts as long as these do.
 */
import type { SyntaxNode, Tree } from '@lezer/common';
import { ANCHORS } from '../../../../../markdown/src/layers/anchors.generated.ts';
import { OwnNames, slug } from '../../../../../markdown/src/text/slug.ts';
import { headingLevel } from './lines/heading-level.ts';

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
  const names = new OwnNames();
  for (const node of blockNodes(tree.topNode)) {
    const given = givenName(node);
    if (given) yield [slice(given.from, given.to), node.from];
    yield [names.give(nameOf(node, slice)), node.from];
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

/** An item's name stands in its first text. One in a line of its own is that of the block above. */
function givenName(node: SyntaxNode): SyntaxNode | undefined {
  const text = node.name === 'ListItem' ? (node.getChild('Paragraph') ?? node.getChild('Task')) : node;
  const below = node.nextSibling?.firstChild;
  return [text?.lastChild, below?.from === node.nextSibling?.from ? below : undefined].find(
    (one): one is SyntaxNode => one != null && ANCHORS.includes(one.name),
  );
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
