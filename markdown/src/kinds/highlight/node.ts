/** Highlights in the tree. */
import type { NodeMakers } from '../../tree/reading.ts';
import type { Marked } from '../emphasis/node.ts';

declare module '../../tree/nodes.ts' {
  interface InlineNodes {
    readonly mark: Marked<'mark'>;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    Highlight: (node, inlines) => [
      { type: 'mark', children: inlines.inside(node), from: node.from, to: node.to },
    ],
  },
};
