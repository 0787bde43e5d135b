/** Emphasis, strong and struck words in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'emphasis' | 'strong' | 'delete'> = {
  emphasis: ({ children }, making) => [element('em', {}, making.inlines(children))],
  strong: ({ children }, making) => [element('strong', {}, making.inlines(children))],
  delete: ({ children }, making) => [element('del', {}, making.inlines(children))],
};
