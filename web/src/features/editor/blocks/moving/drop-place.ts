/** Finds the place where a dragged block would land, and draws the line that shows it. */
import type { EditorState } from '@codemirror/state';
import { Direction, type EditorView } from '@codemirror/view';
import {
  type Block,
  type BlockRange,
  blockAfter,
  blocksAt,
  firstNested,
  parentOf,
  toBlock,
} from '../read-blocks.ts';
import { type Landing, moveTo } from './move-blocks.ts';

export interface DropPlace {
  readonly landing: Landing;
  /** In the window. */
  readonly y: number;
  readonly x: number;
  readonly width: number;
  /** The way that the block goes which it is beside: the line begins at that side. */
  readonly dir: 'ltr' | 'rtl';
}

/** As wide as live-preview.css makes a level. */
const LEVEL_REM = 1.5;
const FARTHEST_LINES = 50;

/** @returns undefined where the blocks cannot go, or are already */
export function dropPlace(view: EditorView, moved: BlockRange, x: number, y: number): DropPlace | undefined {
  const height = Math.min(Math.max(y - view.documentTop, 0), view.contentHeight);
  const found = nearestBlocks(view.state, view.lineBlockAtHeight(height).from);
  if (!found) return undefined;
  const { left, right, width } = view.contentDOM.getBoundingClientRect();
  const way = (block: Block | undefined) =>
    block && view.textDirectionAt(block.from) === Direction.RTL ? 'rtl' : 'ltr';
  const level = LEVEL_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isItem = moved.first.name === 'ListItem';
  const landing = isItem
    ? landItem(view, found, height, (way(found.at(-1)) === 'rtl' ? right - x : x - left) / level)
    : landOutermost(view, found, height);
  if (!landing || !moveTo(view.state, moved, landing)) return undefined;
  const indent = level * (depthOf(landing.block) + (landing.side === 'inside' ? 1 : 0));
  const dir = way(landing.block);
  const start = dir === 'rtl' ? left : left + indent;
  return { landing, y: lineOf(view, landing), x: start, width: width - indent, dir };
}

function landOutermost(view: EditorView, [block]: readonly Block[], height: number): Landing | undefined {
  if (!block) return undefined;
  const middle = (view.lineBlockAt(block.from).top + view.lineBlockAt(block.to).bottom) / 2;
  return { block, side: height < middle ? 'above' : 'below' };
}

/** @param level how far the pointer is from where lines begin, in levels of nesting */
function landItem(
  view: EditorView,
  blocks: readonly Block[],
  height: number,
  level: number,
): Landing | undefined {
  const block = blocks.at(-1);
  if (!block) return undefined;
  if (block.name !== 'ListItem') return landOutermost(view, blocks, height);
  const nested = firstNested(view.state, block);
  const end = nested ? nested.from - 1 : block.to;
  const middle = (view.lineBlockAt(block.from).top + view.lineBlockAt(end).bottom) / 2;
  if (height < middle) return { block, side: 'above' };
  if (nested || level > blocks.length + 0.5) return { block, side: 'inside' };
  return { block: outward(view.state, block, level), side: 'below' };
}

/** Before the last of its list, the items around it are meant. */
function outward(state: EditorState, block: Block, level: number): Block {
  const parent = parentOf(block);
  if (!parent || level >= depthOf(block) || blockAfter(state, block)) return block;
  return outward(state, toBlock(state, parent), level);
}

function depthOf(block: Block): number {
  let depth = 0;
  for (let node = parentOf(block); node; node = node.parent?.parent ?? undefined) {
    if (node.name !== 'ListItem') break;
    depth++;
  }
  return depth;
}

function lineOf(view: EditorView, { block, side }: Landing): number {
  const { documentTop } = view;
  if (side === 'above') return documentTop + view.lineBlockAt(block.from).top;
  const nested = side === 'inside' ? firstNested(view.state, block) : undefined;
  return documentTop + view.lineBlockAt(nested ? nested.from - 1 : block.to).bottom;
}

/** Between two blocks the nearer one counts. */
function nearestBlocks(state: EditorState, position: number): Block[] | undefined {
  const { number } = state.doc.lineAt(position);
  for (let distance = 0; distance <= FARTHEST_LINES; distance++) {
    for (const at of [number - distance, number + distance]) {
      if (at < 1 || at > state.doc.lines) continue;
      const blocks = blocksAt(state, state.doc.line(at).from);
      if (blocks.length > 0) return blocks;
    }
  }
  return undefined;
}
