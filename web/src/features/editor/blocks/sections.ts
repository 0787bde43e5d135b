/** A heading with everything below it, up to the next heading that is no smaller. */
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { headingLevel } from './lines/heading-level.ts';
import { type BlockRange, blocksAt, isList, toBlock, treeUpTo } from './read-blocks.ts';

// A section may go on to the end of a megabyte.
const LONGEST_PARSE_MS = 500;

/** @returns the section whose heading is in this line, or above it */
export function findSection(state: EditorState, position: number): BlockRange | undefined {
  const [block] = blocksAt(state, position);
  let node: SyntaxNode | null = block
    ? outermost(block.node)
    : treeUpTo(state, position).topNode.childBefore(position);
  while (node && headingLevel(node.name) === undefined) node = node.prevSibling;
  return node ? sectionOf(state, node) : undefined;
}

/** @returns what a section passes on its way up: the one above, or the beginning of the one around it */
export function sectionAbove(state: EditorState, { first }: BlockRange): BlockRange | undefined {
  const level = headingLevel(first.name) ?? 0;
  const before = first.node.prevSibling;
  for (let node = before; node; node = node.prevSibling) {
    if ((headingLevel(node.name) ?? 7) <= level) return range(state, node, before ?? node);
  }
  return undefined;
}

/** @returns what it passes on its way down: the one below, or the beginning of the next one around */
export function sectionBelow(state: EditorState, { first, last }: BlockRange): BlockRange | undefined {
  const level = headingLevel(first.name) ?? 0;
  const start = outermost(last.node).nextSibling;
  const other = start && headingLevel(start.name);
  if (!start || other === undefined) return undefined;
  if (other === level) return sectionOf(state, start);
  let end = start;
  while (end.nextSibling && headingLevel(end.nextSibling.name) === undefined) end = end.nextSibling;
  return range(state, start, end);
}

function sectionOf(state: EditorState, heading: SyntaxNode): BlockRange {
  const level = headingLevel(heading.name) ?? 0;
  const parsed =
    treeUpTo(state, state.doc.length, LONGEST_PARSE_MS).topNode.childAfter(heading.from) ?? heading;
  let end = parsed;
  while (end.nextSibling && (headingLevel(end.nextSibling.name) ?? 7) > level) end = end.nextSibling;
  return range(state, parsed, end);
}

function range(state: EditorState, first: SyntaxNode, last: SyntaxNode): BlockRange {
  const start = isList(first) ? (first.firstChild ?? first) : first;
  const end = isList(last) ? (last.lastChild ?? last) : last;
  return { first: toBlock(state, start), last: toBlock(state, end) };
}

function outermost(node: SyntaxNode): SyntaxNode {
  let outer = node;
  while (outer.parent && outer.parent.name !== 'Document') outer = outer.parent;
  return outer;
}
