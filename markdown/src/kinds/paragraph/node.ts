/** Paragraphs in the tree. */
import type { NodeMakers } from '../../tree/reading.ts';

export const nodes: NodeMakers = {
  blocks: {
    Paragraph: (node, blocks) => ({
      type: 'paragraph',
      children: blocks.inlines(node),
      from: node.from,
      to: node.to,
    }),
  },
};
