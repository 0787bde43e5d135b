/** Formulas in the tree: in a text, and as blocks. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';
import { texOf } from './tex-of.ts';

export interface MathBlock extends Placed {
  readonly type: 'math';
  readonly value: string;
}

export interface InlineMath extends Placed {
  readonly type: 'inlineMath';
  readonly value: string;
  /** Whether it is shown in a line of its own. */
  readonly isDisplayed: boolean;
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly math: MathBlock;
  }
  interface InlineNodes {
    readonly inlineMath: InlineMath;
  }
}

export const nodes: NodeMakers = {
  blocks: {
    FormulaBlock: (node, { page }) => ({
      type: 'math',
      value: texOf(node, page.read),
      from: node.from,
      to: node.to,
    }),
  },
  inlines: {
    Formula: (node, { page: { read } }) => {
      const { from, to } = node;
      const isDisplayed = read(from, to).startsWith('$$');
      return [{ type: 'inlineMath', value: texOf(node, read), isDisplayed, from, to }];
    },
  },
};
