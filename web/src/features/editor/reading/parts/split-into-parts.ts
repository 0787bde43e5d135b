/**
 * Cuts a long page between its outermost blocks, a long list between its items and a long table between its rows, so that its
 * beginning can be drawn before its end.
 */
import type { SyntaxNodeRef, Tree } from '@lezer/common';
import { isTableOfContents } from '../../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { findToggles } from '../../../../../../markdown/src/kinds/toggle/find-toggles.ts';
import type { Visitor } from '../../../../../../markdown/src/tree/walk.ts';

const PART = 20_000;
// Some blocks have many elements, and some take the square of their number.
const PART_NODES = 1000;
// The columns of a table in parts are all as wide, whatever is in them: people's tables stay whole.
const TABLE_NODES = 6000;
// Elements are made from the outside in, and lists in lists take the square of their depth.
const MOST_DEPTH = 100;
const PIECES = /^(?:ListItem|TableRow)$/;

export interface Slice {
  readonly from: number;
  readonly to: number;
  /** About as many elements as it has. */
  readonly nodes: number;
  /** Whether its blocks are nested deeper than can be drawn. */
  readonly isTooDeep: boolean;
  /** How many lists of the page's headings it has. */
  readonly contents: number;
  /** The number of its first item, where it begins within a list. */
  readonly listStart?: number | undefined;
}

export interface FoundBlock {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  nodes: number;
  readonly isContents: boolean;
  isTooDeep: boolean;
  readonly listStart?: number;
  /** The items of a list, the rows of a table below its head. */
  readonly pieces: FoundBlock[];
}

/** @returns pieces of the text that are whole blocks, items or rows; a short text is one piece */
export function splitIntoParts(text: string, tree: Tree, blocks: readonly FoundBlock[]): Slice[] {
  const all = blocks.reduce((sum, { nodes }) => sum + nodes, 0);
  const isShort = text.length <= PART * 2 && all <= PART_NODES * 2;
  if (isShort && !blocks.some(({ isTooDeep }) => isTooDeep))
    return [begin({ nodes: all, to: text.length, contents: countContents(blocks) })];
  const slices = [begin({})];
  const units = blocks.flatMap((block) => (isLong(block) ? piecesOf(block, text) : [block]));
  const isInToggle = togglesOf(text, tree);
  for (const unit of units) {
    const { from, nodes, listStart } = unit;
    let last = slices.at(-1);
    const isFull =
      last &&
      (from - last.from >= PART || last.nodes + nodes > PART_NODES || last.isTooDeep || unit.isTooDeep);
    if (!last || (last.nodes > 0 && isFull && !isInToggle(from))) {
      last = begin({ from, listStart });
      slices.push(last);
    }
    last.nodes += nodes;
    last.contents += countContents([unit]);
    last.isTooDeep ||= unit.isTooDeep;
  }
  return slices.map((slice, index) => ({ ...slice, to: slices[index + 1]?.from ?? text.length }));
}

function begin(slice: Partial<Slice>): { -readonly [Key in keyof Slice]: Slice[Key] } {
  return { from: 0, to: 0, nodes: 0, contents: 0, isTooDeep: false, ...slice };
}

function countContents(blocks: readonly FoundBlock[]): number {
  return blocks.filter(({ isContents }) => isContents).length;
}

/** Finds a page's outermost blocks, and how much there is in each. */
export class BlockFinder implements Visitor {
  readonly blocks: FoundBlock[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  enter({ name, from, to }: SyntaxNodeRef, depth: number): boolean {
    if (depth === 0) return true;
    if (depth === 1) {
      const isContents = name === 'Paragraph' && isTableOfContents(this.#text.slice(from, to));
      this.blocks.push(this.#make({ name, from, to, isContents }));
      return true;
    }
    const block = this.blocks.at(-1);
    if (!block) return true;
    count(block, depth);
    if (depth === 2 && PIECES.test(name))
      block.pieces.push(this.#make({ name, from, to, isContents: false }));
    const piece = block.pieces.at(-1);
    if (piece) count(piece, depth);
    return true;
  }

  #make(found: Pick<FoundBlock, 'name' | 'from' | 'to' | 'isContents'>): FoundBlock {
    return { ...found, nodes: lines(this.#text, found.from, found.to), isTooDeep: false, pieces: [] };
  }
}

function count(block: FoundBlock, depth: number): void {
  block.nodes++;
  if (depth > MOST_DEPTH) block.isTooDeep = true;
}

/** A line's end is an element and two texts. */
function lines(text: string, from: number, to: number): number {
  let count = 1;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 2;
  return count;
}

function isLong({ name, from, to, nodes, pieces }: FoundBlock): boolean {
  if (name === 'Table') return pieces.length > 0 && nodes > TABLE_NODES;
  return pieces.length > 0 && (to - from > PART * 2 || nodes > PART_NODES * 2);
}

function piecesOf({ name, from, pieces }: FoundBlock, text: string): FoundBlock[] {
  const isTable = name === 'Table';
  const first = name === 'OrderedList' ? Number.parseInt(text.slice(pieces[0]?.from), 10) : undefined;
  return pieces.map((piece, index) => ({
    ...piece,
    // The blanks in front of it come along, since they say what belongs to it. A table's first row has the table's head.
    from: isTable && index === 0 ? from : text.lastIndexOf('\n', piece.from - 1) + 1,
    ...(first !== undefined && { listStart: first + index }),
  }));
}

/** @returns whether what begins there is in a toggle; to be asked in the order of the text */
function togglesOf(text: string, tree: Tree): (from: number) => boolean {
  const toggles = findToggles(tree, (from, to) => text.slice(from, to)).sort(
    (one, other) => one.first.from - other.first.from,
  );
  let next = 0;
  let end = -1;
  return (from) => {
    for (let toggle = toggles[next]; toggle && toggle.first.from < from; toggle = toggles[++next])
      end = Math.max(end, toggle.last.from);
    return from <= end;
  };
}
