/** Paragraphs in the tree. */
import type { NodeMakers } from '../../tree/reading.ts';

export const nodes: NodeMakers = {
  blocks: {
    Paragraph: (node, blocks) => {
      const children = blocks.inlines(node);
      // A paragraph that says nothing to a reader takes no room.
      if (children.length === 0) return undefined;
      return { type: 'paragraph', children, from: node.from, to: node.to };
    },
  },
};
