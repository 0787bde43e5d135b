/** Says above a table that is too large to be drawn why it is shown as it was written. */
import { Decoration } from '@codemirror/view';
import { decorators } from '../../view/kind-preview.ts';
import { PlainRestWidget } from '../long-text/plain-rest-widget.ts';
import { isTooLarge, readRow } from './table-at.ts';

const TOO_LARGE = 'This table is too large to be drawn. It is shown as it was written.';

export const tooLarge = decorators.of(({ name, node, from }, { doc }, visible, out) => {
  // A long row may be in view in several parts.
  const dashes = name === 'Table' && from >= visible.from && node.getChild('TableDelimiter');
  if (!dashes) return undefined;
  const columns = readRow(doc.lineAt(dashes.from), dashes.from).cells.length;
  if (isTooLarge(doc, node, columns)) {
    const widget = new PlainRestWidget(TOO_LARGE);
    out.push(Decoration.widget({ widget, side: -1 }).range(doc.lineAt(from).from));
  }
  return undefined;
});
