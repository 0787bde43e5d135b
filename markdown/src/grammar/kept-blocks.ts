/**
 * Reads a page again after an edit. The library's parser takes over the blocks that an edit did not touch, but goes over
 * each of them with every key, and a long page has thousands. Here they are kept in groups: the library reads from the
 * last block above the edit to the first one below that stands as it stood, and the groups around are taken as they are.
 */
import { type Input, NodeType, type PartialParse, Tree, TreeFragment } from '@lezer/common';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A block, or a group of blocks, and where it begins. */
interface Part {
  readonly tree: Tree;
  readonly from: number;
}

/** The groups and blocks that an edit left as they were on one of its sides: whole groups, and the blocks of those next to it. */
interface Side {
  readonly groups: readonly Part[];
  readonly blocks: readonly Part[];
}

type Read = (input: Input, fragments: readonly TreeFragment[], ranges: readonly Range[]) => PartialParse;

// Which blocks below an edit are looked at in turn: the first ones may now be part of what is above them.
const TRIES = [0, 2, 8];
const BLOCKS_BELOW = 11;
const LEAST_IN_GROUP = 16;
// Further in no block begins.
const FURTHEST_IN = 16;
const NOTHING: Side = { groups: [], blocks: [] };

/** @returns undefined where nothing is known on either side of the edit */
function readAround(read: Read, input: Input, fragments: readonly TreeFragment[]): PartialParse | undefined {
  const [first] = fragments;
  const last = fragments.at(-1);
  if (!first || !last) return undefined;
  const above = blocksAbove(input, first);
  const below = blocksBelow(input, last, endOf(above));
  return above === NOTHING && below === NOTHING
    ? undefined
    : new AroundParse(read, input, fragments, above, below);
}

class AroundParse implements PartialParse {
  readonly #read: Read;
  readonly #input: Input;
  readonly #fragments: readonly TreeFragment[];
  readonly #above: Side;
  readonly #below: Side;
  readonly #from: number;
  #try = 0;
  #parse: PartialParse;
  #isWhole = false;

  constructor(read: Read, input: Input, fragments: readonly TreeFragment[], above: Side, below: Side) {
    this.#read = read;
    this.#input = input;
    this.#fragments = fragments;
    this.#above = above;
    this.#below = below;
    const end = endOf(above);
    this.#from = end === 0 ? 0 : end + 1;
    this.#parse = this.#start();
  }

  get parsedPos(): number {
    return this.#parse.parsedPos;
  }

  get stoppedAt(): number | null {
    return this.#isWhole ? this.#parse.stoppedAt : null;
  }

  /** The library reads a page that was read in part: it was just opened, and nobody knows its blocks yet. */
  stopAt(place: number): void {
    if (!this.#isWhole) {
      this.#isWhole = true;
      this.#parse = this.#read(this.#input, this.#fragments, [{ from: 0, to: this.#input.length }]);
    }
    this.#parse.stopAt(place);
  }

  advance(): Tree | null {
    const tree = this.#parse.advance();
    if (!tree || this.#isWhole) return tree;
    const middle = blocksIn({ tree, from: this.#from });
    const meeting = this.#meeting;
    if (!meeting) return this.#join(tree.type, middle, NOTHING);
    const { tree: block, from } = meeting;
    if (block.type.is('Block') && middle.some((one) => one.from === from && one.tree.type === block.type)) {
      const blocks = this.#below.blocks.filter((one) => one.from >= from);
      const read = middle.filter((one) => one.from < from);
      return this.#join(tree.type, read, { ...this.#below, blocks });
    }
    this.#try++;
    this.#parse = this.#start();
    return null;
  }

  /** The block below that is looked at. */
  get #meeting(): Part | undefined {
    const place = TRIES[this.#try];
    return place === undefined ? undefined : this.#below.blocks[place];
  }

  #start(): PartialParse {
    const ranges = [{ from: this.#from, to: this.#input.length }];
    const meeting = this.#meeting;
    if (!meeting) return this.#read(this.#input, this.#fragments, ranges);
    // The two behind it come along, since the library never takes over the last that it knows.
    const behind = this.#below.blocks[this.#below.blocks.indexOf(meeting) + 2];
    const fragments = behind ? upTo(this.#fragments, endOfPart(behind) + 1) : this.#fragments;
    const parse = this.#read(this.#input, fragments, ranges);
    parse.stopAt(lineStart(this.#input, meeting.from) ?? meeting.from);
    return parse;
  }

  #join(type: NodeType, read: readonly Part[], below: Side): Tree {
    const groups = [...this.#above.groups];
    let loose = [...this.#above.blocks, ...read, ...below.blocks];
    while (loose.length < LEAST_IN_GROUP && groups.length > 0) {
      const group = groups.pop();
      if (group) loose = [...blocksIn(group), ...loose];
    }
    return page(
      type,
      [...groups, ...grouped(loose, groups.length + below.groups.length), ...below.groups],
      this.#input.length,
    );
  }
}

const known = new WeakMap<Tree, readonly Part[]>();

function page(type: NodeType, parts: readonly Part[], length: number): Tree {
  const tree = treeOf(type, parts, { from: 0, to: length });
  known.set(tree, parts);
  return tree;
}

function treeOf(type: NodeType, parts: readonly Part[], { from, to }: Range): Tree {
  return new Tree(
    type,
    parts.map(({ tree }) => tree),
    parts.map((part) => part.from - from),
    to - from,
  );
}

/** @returns the groups of a page, each of as many blocks as there are groups */
function groupsOf(tree: Tree): readonly Part[] {
  let groups = known.get(tree);
  if (!groups) {
    groups = grouped(blocksIn({ tree, from: 0 }), 0);
    known.set(tree, groups);
  }
  return groups;
}

function grouped(blocks: readonly Part[], others: number): Part[] {
  const most = Math.max(LEAST_IN_GROUP, others, Math.ceil(Math.sqrt(blocks.length)));
  const count = Math.ceil(blocks.length / most);
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * blocks.length) / count);
    const inside = blocks.slice(start, Math.floor(((index + 1) * blocks.length) / count));
    const from = inside[0]?.from ?? 0;
    const to = inside.reduce((end, block) => Math.max(end, endOfPart(block)), from);
    return { tree: treeOf(NodeType.none, inside, { from, to }), from };
  });
}

/** @returns the blocks of a page or of a group, in which others may be */
function blocksIn({ tree, from }: Part): Part[] {
  return tree.children.flatMap((child, index) => {
    // A buffer holds what is inside a block.
    if (!(child instanceof Tree)) return [];
    const part = { tree: child, from: from + (tree.positions[index] ?? 0) };
    return child.type.isAnonymous ? blocksIn(part) : [part];
  });
}

/** The library looks a line ahead of each block, and a list goes on behind empty lines: the last block is read again. */
function blocksAbove(input: Input, fragment: TreeFragment): Side {
  if (fragment.from > 0 || fragment.offset !== 0) return NOTHING;
  const end = lastLineEnd(input, fragment.to) - (fragment.openEnd ? 1 : 0);
  const groups = groupsOf(fragment.tree);
  const cut = groups.findLastIndex((group) => group.from < end);
  const blocks = groups.slice(Math.max(0, cut - 1), cut + 1).flatMap(blocksIn);
  const last = blocks.findLastIndex((block) => endOfPart(block) <= end);
  const kept = blocks.slice(0, Math.max(0, last));
  while (kept.length > 0 && !endsLine(input, kept.at(-1))) kept.pop();
  return kept.length === 0 ? NOTHING : { groups: groups.slice(0, Math.max(0, cut - 1)), blocks: kept };
}

/** @param above where the blocks above the edit end */
function blocksBelow(input: Input, fragment: TreeFragment, above: number): Side {
  const { tree, offset, openEnd } = fragment;
  const isToEnd = fragment.to === input.length && tree.length === input.length + offset && !openEnd;
  if (!isToEnd) return NOTHING;
  const start = Math.max(fragment.from, above);
  const groups = groupsOf(tree).filter((group) => endOfPart(group) - offset > start);
  const blocks: Part[] = [];
  let taken = 0;
  for (const group of groups) {
    if (blocks.length >= BLOCKS_BELOW) break;
    taken++;
    for (const block of blocksIn(group)) {
      const from = block.from - offset;
      if (blocks.length > 0 || isBelow(input, { ...block, from }, start)) blocks.push({ ...block, from });
    }
  }
  if (blocks.length === 0) return NOTHING;
  return { groups: groups.slice(taken).map((group) => ({ ...group, from: group.from - offset })), blocks };
}

function isBelow(input: Input, { tree, from }: Part, start: number): boolean {
  const line = lineStart(input, from);
  return tree.type.is('Block') && from > start && line !== undefined && line >= start;
}

function upTo(fragments: readonly TreeFragment[], end: number): TreeFragment[] {
  return fragments
    .filter(({ from }) => from < end)
    .map((one) =>
      one.to <= end ? one : new TreeFragment(one.from, end, one.tree, one.offset, one.openStart, true),
    );
}

function endOf({ blocks }: Side): number {
  const last = blocks.at(-1);
  return last ? endOfPart(last) : 0;
}

function endOfPart({ tree, from }: Part): number {
  return from + tree.length;
}

function endsLine(input: Input, part: Part | undefined): boolean {
  return part?.tree.type.is('Block') === true && input.read(endOfPart(part), endOfPart(part) + 1) === '\n';
}

/** @returns where the last line that ends before a place does */
function lastLineEnd(input: Input, place: number): number {
  let read = 64;
  for (;;) {
    const from = Math.max(0, place - read);
    const found = input.read(from, place).lastIndexOf('\n');
    if (found >= 0 || from === 0) return Math.max(0, from + found);
    read *= 8;
  }
}

/** @returns undefined for a place that stands further in than a block begins */
function lineStart(input: Input, place: number): number | undefined {
  const from = Math.max(0, place - FURTHEST_IN);
  const found = input.read(from, place).lastIndexOf('\n');
  return found < 0 && from > 0 ? undefined : from + found + 1;
}

// Few lines are longer.
const LINE = 256;

/** An edit at a line's beginning can change how far in its block stands, and by that which block it is. */
function fromItsFirstWholeLine(input: Input, fragment: TreeFragment): TreeFragment {
  const { from, to, tree, offset, openStart, openEnd } = fragment;
  if (!openStart) return fragment;
  let start = from;
  for (let text = ''; start < to; start += text.length) {
    text = input.read(start, Math.min(to, start + LINE));
    const end = text.indexOf('\n');
    if (end < 0) continue;
    start += end;
    break;
  }
  return new TreeFragment(Math.min(start, to), to, tree, offset, true, openEnd);
}

/** A line behind an empty one can be the end of a formula that begins above: the blocks above an empty line are read again, too. */
function toItsLastText(input: Input, fragment: TreeFragment): TreeFragment {
  const { from, to, tree, offset, openStart, openEnd } = fragment;
  if (!openEnd) return fragment;
  const text = input.read(Math.max(from, to - LINE), to);
  const [empty] = /\n[ \t>]*\n[^\n]*$/.exec(text) ?? [];
  const end = empty === undefined ? to : to - empty.length + 1;
  return end === to ? fragment : new TreeFragment(from, Math.max(from, end), tree, offset, openStart, true);
}

const whole = (input: Input, fragment: TreeFragment): TreeFragment =>
  toItsLastText(input, fromItsFirstWholeLine(input, fragment));

export const keptBlocks = { around: readAround, whole };
export type KeptBlocks = typeof keptBlocks;
