/** Players and documents in the tree: an address that stands alone in a paragraph. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';
import { type Embed, embedIn } from './syntax.ts';

export interface EmbedBlock extends Placed {
  readonly type: 'embed';
  readonly embed: Embed;
}

declare module '../../tree/nodes.ts' {
  interface BlockNodes {
    readonly embed: EmbedBlock;
  }
}

export const nodes: NodeMakers = {
  ofParagraph: ({ from, to }, source) => {
    const embed = embedIn(source);
    return embed && { type: 'embed', embed, from, to };
  },
};
