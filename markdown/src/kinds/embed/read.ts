/** The card of a player or a document in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'embed'> = {
  embed: (block) => [element('figure', { 'data-embed': block.embed.address }, [], block)],
};
