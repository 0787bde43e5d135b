/** A wiki link in the reading view. The page that it names is looked up where the link is drawn. */
import { type Content, element, words } from '../../read/elements.ts';
import type { Making } from '../../read/making.ts';
import type { WikiLinkNode } from '../../tree/nodes.ts';
import { wikiWords } from './syntax.ts';

export function readWiki({ link, from, to }: WikiLinkNode, making: Making): Content[] {
  return [element('a', { 'data-wiki': making.source(from, to) }, [words(wikiWords(link))])];
}
