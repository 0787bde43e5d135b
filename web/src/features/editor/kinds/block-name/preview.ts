/** Names of blocks in the editor: dimmed, since they are for links alone. */
import { Decoration } from '@codemirror/view';
import type { KindPreview } from '../../view/kind-preview.ts';

const NAME = Decoration.mark({ class: 'cm-block-name' });

export const preview: KindPreview = {
  decorate: {
    BlockName: ({ node, from, to }, _state, _visible, out) => {
      if (node.parent?.name !== 'TableCell') out.push(NAME.range(from, to));
      return false;
    },
  },
};
