/** A block's name in the reading view: nothing that is seen. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'blockName'> = { blockName: ({ name }) => [element('span', { id: name })] };
