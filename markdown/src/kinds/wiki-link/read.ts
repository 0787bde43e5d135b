/** A wiki link in the reading view. The page that it names is looked up where the link is drawn. */
import { element, words } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

/** The page that it names is looked up where the link is drawn. */
export const read: Pick<Readers, 'wikiLink'> = {
  wikiLink: ({ words: said, from, to }, making) => [
    element('a', { 'data-wiki': making.source(from, to) }, [words(said)]),
  ],
};
