/** Highlights in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'mark'> = {
  mark: ({ children }, making) => [element('mark', {}, making.inlines(children))],
};
