/**
 * A page's blocks, as they are moved and turned into others: its outermost ones, and in lists the items, each with what is
 * nested under it. A block is whole lines. The blocks in a quote belong to the quote.
 */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';

export interface Block {
  /** As the parser names it. */
  readonly name: string;
  /** The place where its first line begins. */
  readonly from: number;
  /** The place where its last line ends. */
  readonly to: number;
  readonly node: SyntaxNode;
}

/** A block, or several of one level that follow each other. */
export interface BlockRange {
  readonly first: Block;
  readonly last: Block;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

// The neighbours of what is in view are parsed in less.
const PARSE_MS = 50;
const LOOK_AHEAD = 20_000;

/** @returns the blocks around this line, the outermost first; none for a blank line */
export function blocksAt(state: EditorState, position: number): Block[] {
  const line = state.doc.lineAt(position);
  if (line.text.trim() === '' && !isInCode(treeUpTo(state, line.to), line.from)) return [];
  const blocks: Block[] = [];
  let node = treeUpTo(state, line.to).topNode.childAfter(line.from);
  while (node) {
    const inside: SyntaxNode | null = isList(node) ? node.childAfter(line.from) : node;
    const block = inside && toBlock(state, inside);
    if (!block || block.from > line.from || block.to < line.from) break;
    blocks.push(block);
    node = block.name === 'ListItem' ? nestedListAt(state, block.node, line.from) : null;
  }
  return blocks;
}

/** @returns the innermost block around this line */
export function blockAt(state: EditorState, position: number): Block | undefined {
  return blocksAt(state, position).at(-1);
}

/** @returns the blocks that the selection touches, all of one level; undefined when it is in a blank line */
export function selectedBlocks(state: EditorState): BlockRange | undefined {
  return blocksBetween(state, state.selection.main);
}

export function blocksBetween(state: EditorState, { from, to }: Span): BlockRange | undefined {
  const start = from === to ? from : firstText(state, from, to);
  const first = blocksAt(state, start);
  const last = from === to ? first : blocksAt(state, lastText(state, from, to));
  for (let level = first.length - 1; level >= 0; level--) {
    const one = first[level];
    const other = last[level] ?? last.at(-1);
    if (one && other && isSameLevel(one, other)) return { first: one, last: other };
  }
  return undefined;
}

export function isSameLevel(one: Block, other: Block): boolean {
  return one.from === other.from || parentOf(one)?.from === parentOf(other)?.from;
}

/** @returns the item that this item is nested under */
export function parentOf({ node }: Block): SyntaxNode | undefined {
  const parent = node.name === 'ListItem' ? node.parent?.parent : undefined;
  return parent?.name === 'ListItem' ? parent : undefined;
}

export function blockBefore(state: EditorState, { node }: Block): Block | undefined {
  if (node.prevSibling?.name === 'ListItem') return toBlock(state, node.prevSibling);
  const outer = outermost(node);
  const before = outer?.prevSibling;
  const inside = before && isList(before) ? before.lastChild : before;
  return inside ? toBlock(state, inside) : undefined;
}

export function blockAfter(state: EditorState, block: Block): Block | undefined {
  const { node } = block;
  if (node.nextSibling?.name === 'ListItem') return toBlock(state, node.nextSibling);
  const outer = outermost(node);
  if (!outer) return undefined;
  // It may not be parsed yet.
  const next = outer.nextSibling ?? treeUpTo(state, block.to).topNode.childAfter(block.to);
  const inside = next && isList(next) ? next.firstChild : next;
  return inside ? toBlock(state, inside) : undefined;
}

/** @returns the first item nested under this one on a line of its own */
export function firstNested(state: EditorState, { name, node }: Block): Block | undefined {
  if (name !== 'ListItem') return undefined;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!isList(child) || !child.firstChild) continue;
    return isOnOwnLine(state, child.firstChild) ? toBlock(state, child.firstChild) : undefined;
  }
  return undefined;
}

export function toBlock(state: EditorState, node: SyntaxNode): Block {
  const { from } = state.doc.lineAt(node.from);
  let last = state.doc.lineAt(node.to);
  if (node.to === last.from && node.to > node.from) last = state.doc.line(last.number - 1);
  while (node.name !== 'FencedCode' && last.from > from && last.text.trim() === '')
    last = state.doc.line(last.number - 1);
  return { name: node.name, from, to: last.to, node };
}

/** @returns the item of the same list on this side: in a quote, marks of it stand between two */
export function itemBeside(item: SyntaxNode, side: 'prevSibling' | 'nextSibling'): SyntaxNode | undefined {
  let one = item[side];
  while (one && one.name !== 'ListItem') one = one[side];
  return one ?? undefined;
}

export function isSameNode(one: SyntaxNode, other: SyntaxNode | null | undefined): boolean {
  return one.name === other?.name && one.from === other.from;
}

export function isList({ name }: SyntaxNode): boolean {
  return name === 'BulletList' || name === 'OrderedList';
}

/** The tree as far as the neighbours of this place. */
export function treeUpTo(state: EditorState, position: number, mostMs = PARSE_MS): Tree {
  const end = Math.min(state.doc.length, position + LOOK_AHEAD);
  return ensureSyntaxTree(state, end, mostMs) ?? syntaxTree(state);
}

/** @returns the page's outermost node around this one; undefined for what is nested in an item */
function outermost(node: SyntaxNode): SyntaxNode | undefined {
  const outer = node.name === 'ListItem' ? node.parent : node;
  return outer?.parent?.name === 'Document' ? outer : undefined;
}

function nestedListAt(state: EditorState, item: SyntaxNode, position: number): SyntaxNode | null {
  const child = item.childAfter(position);
  return child && isList(child) && child.firstChild && isOnOwnLine(state, child.firstChild) ? child : null;
}

/** The second mark of "- - a" shares its line with the first: the two are one block. */
function isOnOwnLine(state: EditorState, item: SyntaxNode): boolean {
  const line = state.doc.lineAt(item.from);
  return state.sliceDoc(line.from, item.from).trim() === '';
}

function isInCode(tree: Tree, position: number): boolean {
  const child = tree.topNode.childAfter(position);
  return child?.name === 'FencedCode' && child.from < position;
}

/** A selection that begins at the end of a line, or in blank ones, means the next. */
function firstText(state: EditorState, from: number, to: number): number {
  const text = state.sliceDoc(from, to);
  return text.trim() === '' ? from : from + text.search(/\S/);
}

function lastText(state: EditorState, from: number, to: number): number {
  return from + state.sliceDoc(from, to).trimEnd().length;
}
