/** Formulas in the editor: in a text, and as blocks. */
import { Decoration, Direction } from '@codemirror/view';
import { texOf } from '../../../../../../markdown/src/kinds/formula/tex-of.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { isRevealed } from '../../view/reveal.ts';
import { FormulaWidget } from './formula-widget.ts';

const SOURCE = Decoration.mark({ class: 'cm-formula-source', bidiIsolate: Direction.LTR });

export const preview: KindPreview = {
  decorate: {
    Formula: (node, state, _visible, out) => {
      if (isRevealed(state, node.from, node.to)) {
        out.push(SOURCE.range(node.from, node.to));
        return false;
      }
      const read = (from: number, to: number) => state.sliceDoc(from, to);
      const isDisplayed = read(node.from, node.from + 2) === '$$';
      const widget = new FormulaWidget(texOf(node.node, read), isDisplayed ? 'line' : 'text');
      out.push(Decoration.replace({ widget }).range(node.from, node.to));
      return false;
    },
  },
  blocks: {
    FormulaBlock: (state, block) => {
      const tex = texOf(block, (from, to) => state.sliceDoc(from, to));
      return { widget: new FormulaWidget(tex, 'block'), whileRead: 'instead', whileWritten: true };
    },
  },
};
