/** Code in the editor that is a picture, and bars of code in a cell. */
import { isInCell } from '../../../../../../markdown/src/kinds/formula/tex-of.ts';
import { HIDDEN } from '../../view/decorations.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { isRevealed } from '../../view/reveal.ts';
import { FormulaWidget } from '../formula/formula-widget.ts';
import { DiagramWidget } from './diagram/diagram-widget.ts';

export const preview: KindPreview = {
  decorate: {
    InlineCode: ({ node, from, to }, state, _visible, out) => {
      if (isInCell(node) && !isRevealed(state, from, to))
        for (const { index } of state.sliceDoc(from, to).matchAll(/\\\|/g))
          out.push(HIDDEN.range(from + index, from + index + 1));
      return undefined;
    },
  },
  blocks: {
    FencedCode: (state, code) => {
      const info = code.getChild('CodeInfo');
      const language = info ? state.sliceDoc(info.from, info.to).toLowerCase() : '';
      const texts = code.getChildren('CodeText');
      if ((language !== 'mermaid' && language !== 'math') || texts.length === 0) return undefined;
      const source = texts
        .map(({ from, to }) => state.sliceDoc(from, to))
        .join('')
        .trim();
      if (source === '') return undefined;
      const widget = language === 'math' ? new FormulaWidget(source, 'block') : new DiagramWidget(source);
      return { widget, whileRead: 'beneath', whileWritten: false };
    },
  },
};
