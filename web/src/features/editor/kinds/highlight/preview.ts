/** Highlights in the editor. */
import { Decoration } from '@codemirror/view';
import { hideMarks } from '../../view/hide-marks.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { isRevealed } from '../../view/reveal.ts';

const HIGHLIGHT = Decoration.mark({ class: 'cm-highlight' });

export const preview: KindPreview = {
  decorate: {
    Highlight: (node, state, _visible, out) => {
      out.push(HIGHLIGHT.range(node.from, node.to));
      if (!isRevealed(state, node.from, node.to)) hideMarks(node, 'HighlightMark', out);
      return true;
    },
  },
};
