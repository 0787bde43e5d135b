/** Files in the editor: those that stand alone, and those among the words of a line. */
import { Decoration } from '@codemirror/view';
import { readFileAddress } from '../../../files/file-address.ts';
import { fileBlock } from '../../markdown/file-block.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { isRevealed } from '../../view/reveal.ts';
import { FileWidget } from './file-widget.ts';

export const preview: KindPreview = {
  decorate: {
    Image: (node, state, _visible, out) => {
      const url = node.node.getChild('URL');
      const address = url ? state.sliceDoc(url.from, url.to) : '';
      if (!readFileAddress(address, location.origin)) return undefined;
      if (isRevealed(state, node.from, node.to) || state.doc.lineAt(node.from).to < node.to) return false;
      const [open, close] = node.node.getChildren('LinkMark');
      const words = open && close ? state.sliceDoc(open.to, close.from) : '';
      const widget = new FileWidget({ address, words, as: 'itself' }, 'line');
      out.push(Decoration.replace({ widget }).range(node.from, node.to));
      return false;
    },
  },
  paragraph: {
    begins: /^[![]/,
    read: (source) => {
      const file = fileBlock(source);
      return (
        file && (() => ({ widget: new FileWidget(file, 'block'), whileRead: 'instead', whileWritten: true }))
      );
    },
  },
};
