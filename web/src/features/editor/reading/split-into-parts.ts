/**
 * Cuts a long page between its outermost blocks, and a long list between its items, so that its beginning can be drawn before its
 * end.
 */
import type { Tree } from '@lezer/common';
import { isTableOfContents } from '../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { findToggles } from '../../../../../markdown/src/kinds/toggle/find-toggles.ts';
import { parsePage } from '../../../../../markdown/src/tree/parse-page.ts';
import { readingBudget } from './reading-budget.ts';

const PART = 20_000;
// Some blocks have many elements, and some take the square of their number.
const PART_NODES = 3000;
// Elements are made from the outside in, and lists in lists take the square of their depth.
const MOST_DEPTH = 100;

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

interface Block {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  nodes: number;
  readonly isContents: boolean;
  isTooDeep: boolean;
  readonly listStart?: number;
  /** The items of a list. */
  readonly items: Block[];
}

/** @returns about as many elements as a text has when it is read; undefined where they are nested too deeply to be drawn */
export function weigh(text: string): number | undefined {
  const blocks = readBlocks(text, parsePage(text, readingBudget()));
  return blocks.some(({ isTooDeep }) => isTooDeep)
    ? undefined
    : blocks.reduce((sum, { nodes }) => sum + nodes, 0);
}

/** @returns pieces of the text that are whole blocks, or items; a short text is one piece */
export function splitIntoParts(text: string, tree: Tree): Slice[] {
  const blocks = readBlocks(text, tree);
  const all = blocks.reduce((sum, { nodes }) => sum + nodes, 0);
  const isShort = text.length <= PART * 2 && all <= PART_NODES * 2;
  if (isShort && !blocks.some(({ isTooDeep }) => isTooDeep))
    return [begin({ nodes: all, to: text.length, contents: countContents(blocks) })];
  const slices = [begin({})];
  const units = blocks.flatMap((block) => (isLongList(block) ? itemsOf(block, text) : [block]));
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

function countContents(blocks: readonly Block[]): number {
  return blocks.filter(({ isContents }) => isContents).length;
}

function readBlocks(text: string, tree: Tree): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  tree.iterate({
    enter: ({ name, from, to }) => {
      const block = blocks.at(-1);
      const make = (isContents: boolean): Block => {
        const nodes = lines(text, from, to);
        return { name, from, to, nodes, isContents, isTooDeep: false, items: [] };
      };
      if (depth === 1) blocks.push(make(name === 'Paragraph' && isTableOfContents(text.slice(from, to))));
      else if (block) {
        block.nodes++;
        if (depth > MOST_DEPTH) block.isTooDeep = true;
        if (depth === 2 && name === 'ListItem') block.items.push(make(false));
        const item = block.items.at(-1);
        if (item) {
          item.nodes++;
          if (depth > MOST_DEPTH) item.isTooDeep = true;
        }
      }
      depth++;
    },
    leave: () => {
      depth--;
    },
  });
  return blocks;
}

/** A line's end is an element and two texts. */
function lines(text: string, from: number, to: number): number {
  let count = 1;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 2;
  return count;
}

function isLongList({ name, from, to, nodes }: Block): boolean {
  return /^(?:Bullet|Ordered)List$/.test(name) && (to - from > PART * 2 || nodes > PART_NODES * 2);
}

function itemsOf({ name, items }: Block, text: string): Block[] {
  const first = name === 'OrderedList' ? Number.parseInt(text.slice(items[0]?.from), 10) : undefined;
  return items.map((item, index) => ({
    ...item,
    // With the blanks in front of it, which say what belongs to it.
    from: text.lastIndexOf('\n', item.from - 1) + 1,
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
