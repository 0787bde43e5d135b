/** A link in the reading view. */
import { element } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'link'> = {
  link: ({ url, title, children }, making) => [
    element('a', { href: url, ...(title !== '' && { title }) }, making.inlines(children)),
  ],
};
