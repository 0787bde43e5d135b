/** A list in the tree. */
import type { SyntaxNode } from '@lezer/common';
import type { Block, Paragraph, Placed } from '../../tree/nodes.ts';
import type { BlockMaker, Blocks, NodeMakers } from '../../tree/reading.ts';
import { foldToggles } from '../toggle/node.ts';

export interface List extends Placed {
  readonly type: 'list';
  /** The number of its first item; undefined for a list without numbers. */
  readonly start: number | undefined;
  /** Whether blank lines stand in it: its items' texts are paragraphs then. */
  readonly spread: boolean;
  readonly children: readonly ListItem[];
}

export interface ListItem extends Placed {
  readonly type: 'listItem';
  /** Undefined for one that is no task. */
  readonly checked: boolean | undefined;
  readonly children: readonly Block[];
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly list: List;
  }
  interface PartNodes {
    readonly listItem: ListItem;
  }
}

const BOX = '[ ]';
const BLANK_LINE = /\n[ \t>]*\n/;

const makeList: BlockMaker = (node, blocks, { from, to }): List => {
  const items: SyntaxNode[] = [];
  for (let item = node.childAfter(from); item && item.from < to; item = item.nextSibling)
    if (item.name === 'ListItem' && item.from >= from) items.push(item);
  const mark = items[0]?.getChild('ListMark');
  const number =
    mark && node.name === 'OrderedList'
      ? Number.parseInt(blocks.page.read(mark.from, mark.to), 10)
      : undefined;
  return {
    type: 'list',
    start: number,
    spread: items.some((item, index) => isSpread(item, items[index + 1], blocks)),
    children: items.map((item) => readItem(item, blocks)),
    from: items[0]?.from ?? node.from,
    to: items.at(-1)?.to ?? node.to,
  };
};

export const nodes: NodeMakers = { blocks: { BulletList: makeList, OrderedList: makeList, Task: makeTask } };

/** Its words begin behind the box, on the next line at the latest. */
function makeTask(node: SyntaxNode, blocks: Blocks): Paragraph {
  const { from, to } = node;
  const blanks = /^\s*/.exec(blocks.page.read(from + BOX.length, to))?.[0].length ?? 0;
  const begin = from + BOX.length + blanks;
  return { type: 'paragraph', children: blocks.inlines(node, begin), from: begin, to };
}

function readItem(item: SyntaxNode, blocks: Blocks): ListItem {
  const marker = item.getChild('Task')?.getChild('TaskMarker');
  return {
    type: 'listItem',
    checked: marker ? /x/i.test(blocks.page.read(marker.from, marker.to)) : undefined,
    children: foldToggles(blocks.inside(item)),
    // The parser counts the spaces in front to some of them.
    from: item.getChild('ListMark')?.from ?? item.from,
    to: item.to,
  };
}

/** Whether a blank line stands between its blocks, or in front of the next item. */
function isSpread(item: SyntaxNode, next: SyntaxNode | undefined, { page }: Blocks): boolean {
  let end: number | undefined;
  for (let child = item.firstChild; child; child = child.nextSibling) {
    if (/Mark$/.test(child.name)) continue;
    if (end !== undefined && BLANK_LINE.test(page.read(end, child.from))) return true;
    end = child.to;
  }
  return next !== undefined && BLANK_LINE.test(page.read(end ?? item.to, next.from));
}
