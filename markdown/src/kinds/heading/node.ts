/** Headings in the tree: those that begin with signs, and those that are underlined. */
import type { SyntaxNode } from '@lezer/common';
import type { Heading } from '../../tree/nodes.ts';
import type { Blocks, NodeMakers } from '../../tree/reading.ts';

export const nodes: NodeMakers = {
  blocks: {
    ATXHeading1: makeHeading,
    ATXHeading2: makeHeading,
    ATXHeading3: makeHeading,
    ATXHeading4: makeHeading,
    ATXHeading5: makeHeading,
    ATXHeading6: makeHeading,
    SetextHeading1: makeHeading,
    SetextHeading2: makeHeading,
  },
};

function makeHeading(node: SyntaxNode, blocks: Blocks): Heading {
  const { read } = blocks.page;
  const [first, last] = [node.firstChild, node.lastChild];
  const isAtx = node.name.startsWith('ATX');
  const from = isAtx && first ? first.to : node.from;
  const end = last && last.name === 'HeaderMark' && last.from >= from ? last.from : node.to;
  // Marks of a quote stand in front of the line below it, too.
  const to = isAtx ? end : from + Math.max(read(from, end).lastIndexOf('\n'), 0);
  return {
    type: 'heading',
    depth: Number(node.name.at(-1)),
    source: read(from, to).trim(),
    children: blocks.inlines(node, from, to),
    from: node.from,
    to: node.to,
  };
}
