/** Quotes in the tree, those aside that are callouts. */
import type { Block, Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';

export interface Blockquote extends Placed {
  readonly type: 'blockquote';
  readonly children: readonly Block[];
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly blockquote: Blockquote;
  }
}

export const nodes: NodeMakers = {
  blocks: {
    Blockquote: (node, blocks) => ({
      type: 'blockquote',
      children: blocks.inside(node),
      from: node.from,
      to: node.to,
    }),
  },
};
