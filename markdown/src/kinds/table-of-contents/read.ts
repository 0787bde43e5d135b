/** The list of a page's headings in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'tableOfContents'> = {
  tableOfContents: (block) => [element('nav', {}, [], block)],
};
