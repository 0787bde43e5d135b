/** The rest of a text with too many marks, in the tree. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';

/** The rest of a text with too many marks, as it is written. */
export interface PlainRest extends Placed {
  readonly type: 'plainRest';
  readonly value: string;
}

declare module '../../tree/nodes.ts' {
  interface InlineNodes {
    readonly plainRest: PlainRest;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    PlainRest: ({ from, to }, { page }) => [{ type: 'plainRest', value: page.read(from, to), from, to }],
  },
};
