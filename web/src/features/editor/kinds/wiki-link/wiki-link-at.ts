/** The wiki link around a place in a page. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, Facet } from '@codemirror/state';
import { readWikiLink, type WikiLink } from '../../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import type { WikiPlace } from '../../linked-pages/wiki-pages.ts';

export interface FoundWikiLink {
  readonly from: number;
  readonly to: number;
  readonly link: WikiLink;
}

/** @returns where a link leads */
export type FindWikiPlace = (link: WikiLink) => WikiPlace;

/** Until it is provided, wiki links show their words. */
export const wikiPlaces = Facet.define<FindWikiPlace, FindWikiPlace | undefined>({
  combine: ([first]) => first,
});

/** @returns the link that the place is in, or at whose end it is */
export function wikiLinkAt(state: EditorState, position: number): FoundWikiLink | undefined {
  for (const side of [1, -1] as const) {
    const node = syntaxTree(state).resolveInner(position, side);
    if (node.name !== 'WikiLink') continue;
    const { from, to } = node;
    return { from, to, link: readWikiLink(state.sliceDoc(from, to)) };
  }
  return undefined;
}
