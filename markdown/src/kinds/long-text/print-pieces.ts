/** A long text as HTML in pieces (pieces.ts). */
import { isLongText, piecesOf } from './pieces.ts';

/** @param print makes HTML of the text, or of a piece */
export function printPieces(text: string, print: (text: string) => string): string {
  if (!isLongText(text)) return print(text);
  return piecesOf(text)
    .map((piece) => `<span class="piece">${print(piece)}</span>`)
    .join('');
}
