/** Front matter in the tree, as it is written. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';

export interface Yaml extends Placed {
  readonly type: 'yaml';
  /** It includes the rows of dashes around it. */
  readonly value: string;
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly yaml: Yaml;
  }
}

export const nodes: NodeMakers = {
  blocks: {
    FrontMatter: ({ from, to }, { page }) => ({ type: 'yaml', value: page.read(from, to), from, to }),
  },
};
