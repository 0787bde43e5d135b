/** A list in the tree. */
import type { SyntaxNode } from '@lezer/common';
import type { List, ListItem } from '../../tree/nodes.ts';
import type { Blocks } from '../../tree/reading.ts';
import { foldToggles } from '../toggle/node.ts';

const BLANK_LINE = /\n[ \t>]*\n/;

/** @param from where its first item begins, or later. @param to behind its last one */
export function readList(node: SyntaxNode, blocks: Blocks, from = node.from, to = node.to): List {
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
