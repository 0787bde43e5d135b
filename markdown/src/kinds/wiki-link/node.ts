/** Wiki links in the tree. */
import type { Placed } from '../../tree/nodes.ts';
import type { NodeMakers } from '../../tree/reading.ts';
import { readWikiLink, type WikiLink, wikiWords } from './syntax.ts';

export interface WikiLinkNode extends Placed {
  readonly type: 'wikiLink';
  readonly link: WikiLink;
  readonly words: string;
}

declare module '../../tree/nodes.ts' {
  interface InlineNodes {
    readonly wikiLink: WikiLinkNode;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    WikiLink: ({ from, to }, { page }) => {
      const link = readWikiLink(page.read(from, to));
      return [{ type: 'wikiLink', link, words: wikiWords(link), from, to }];
    },
  },
};
