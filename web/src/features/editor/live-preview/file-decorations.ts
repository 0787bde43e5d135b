/** Files among the words of a line while nothing is written in them. */
import { Decoration } from '@codemirror/view';
import { readFileAddress } from '../../files/file-address.ts';
import { isRevealed } from '../view/reveal.ts';
import type { Decorator } from './decorators.ts';
import { FileWidget } from './widgets/file-widget.ts';

export const decorateFile: Decorator = (node, state, _visible, out) => {
  if (node.name !== 'Image') return undefined;
  const url = node.node.getChild('URL');
  const address = url ? state.sliceDoc(url.from, url.to) : '';
  if (!readFileAddress(address, location.origin)) return undefined;
  if (isRevealed(state, node.from, node.to) || state.doc.lineAt(node.from).to < node.to) return false;
  const [open, close] = node.node.getChildren('LinkMark');
  const words = open && close ? state.sliceDoc(open.to, close.from) : '';
  const widget = new FileWidget({ address, words, as: 'itself' }, 'line');
  out.push(Decoration.replace({ widget }).range(node.from, node.to));
  return false;
};
