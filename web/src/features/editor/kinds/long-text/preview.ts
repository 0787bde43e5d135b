/** The rest of a text with too many marks in the editor: a sentence says why it stays as it is written. */
import { Decoration } from '@codemirror/view';
import type { KindPreview } from '../../view/kind-preview.ts';
import { PlainRestWidget } from './plain-rest-widget.ts';

export const preview: KindPreview = {
  decorate: {
    PlainRest: (node, _state, _visible, out) => {
      out.push(Decoration.widget({ widget: new PlainRestWidget() }).range(node.from));
      return false;
    },
  },
};
