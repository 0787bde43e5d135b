/** The card of a player or a document in the reading view. */
import { type Content, element } from '../../read/elements.ts';
import type { EmbedBlock } from '../../tree/nodes.ts';

export function readEmbedBlock(block: EmbedBlock): Content[] {
  return [element('figure', { 'data-embed': block.embed.address }, [], block)];
}
