/** A text that is no element of the page's tree, such as code, in pieces where it is long: a browser lays out those in sight. */
import type { ReactNode } from 'react';
import { isLongText, piecesOf } from '../../../../../markdown/src/kinds/long-text/pieces.ts';

export function inPieces(text: string): ReactNode {
  if (!isLongText(text)) return text;
  return piecesOf(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and keep their order
    <span key={index} className="text-piece">
      {piece}
    </span>
  ));
}
