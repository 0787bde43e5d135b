/** A line across the page. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';

export interface ThematicBreak extends Placed {
  readonly type: 'thematicBreak';
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly thematicBreak: ThematicBreak;
  }
}

export const nodes: NodeMakers = {
  blocks: { HorizontalRule: ({ from, to }) => ({ type: 'thematicBreak', from, to }) },
};
