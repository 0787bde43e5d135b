/** A block's name in the tree. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';

export interface BlockName extends Placed {
  readonly type: 'blockName';
  /** With its sign, which the name of no heading has. */
  readonly name: string;
  /** It has none: nobody reads it. */
  readonly words: '';
}

declare module '../../tree/nodes.ts' {
  interface InlineNodes {
    readonly blockName: BlockName;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    BlockName: ({ node, from, to }, { page }) => {
      const name = page.read(from, to);
      return [
        node.parent?.name === 'TableCell'
          ? { type: 'text', value: name, from, to }
          : { type: 'blockName', name, words: '', from, to },
      ];
    },
  },
};
