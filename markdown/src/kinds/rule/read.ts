/** A line across the page in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'thematicBreak'> = {
  thematicBreak: (block) => [element('hr', {}, [], block)],
};
