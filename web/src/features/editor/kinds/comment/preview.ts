/** Comments in the editor: dimmed, with their marks, since only writers see them. */
import { Decoration } from '@codemirror/view';
import { eachLine } from '../../view/decorations.ts';
import type { KindPreview } from '../../view/kind-preview.ts';

const REMARK = Decoration.mark({ class: 'cm-remark' });
const REMARK_LINE = Decoration.line({ class: 'cm-remark' });

export const preview: KindPreview = {
  decorate: {
    Remark: ({ from, to }, _state, _visible, out) => {
      out.push(REMARK.range(from, to));
      return false;
    },
    RemarkBlock: (node, state, visible, out) => {
      eachLine(node, state, visible, (from) => out.push(REMARK_LINE.range(from)));
      return false;
    },
  },
};
