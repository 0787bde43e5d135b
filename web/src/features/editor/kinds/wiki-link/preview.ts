/** Wiki links in the editor. */
import { Decoration } from '@codemirror/view';
import { readWikiLink } from '../../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { isRevealed } from '../../view/reveal.ts';
import { wikiPlaces } from './wiki-link-at.ts';
import { WikiLinkWidget } from './wiki-link-widget.ts';

export const preview: KindPreview = {
  decorate: {
    WikiLink: ({ from, to }, state, _visible, out) => {
      if (isRevealed(state, from, to)) return false;
      const link = readWikiLink(state.sliceDoc(from, to));
      const place = state.facet(wikiPlaces)?.(link) ?? { kind: 'unknown' };
      out.push(Decoration.replace({ widget: new WikiLinkWidget(link, place) }).range(from, to));
      return false;
    },
  },
};
