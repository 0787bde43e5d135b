/** The segments of a text one after another, as they are shown. */
import { type Arrangement, lastShown } from './arrangement.ts';

/** A segment as it is shown. */
export interface Piece {
  readonly number: number;
  readonly at: number;
  /** Shown letters; the line break that ends the whole text is none. */
  readonly length: number;
  /** Whether the break that is no letter is shown after it. */
  readonly hasBreak: boolean;
  /** Whether the line break that ends the whole text is its last letter, or after it. */
  readonly isEnd: boolean;
}

export function endOf({ at, length, hasBreak }: Piece): number {
  return at + length + (hasBreak ? 1 : 0);
}

export function piecesOf(arrangement: Arrangement): Piece[] {
  const { segments, order } = arrangement;
  const last = lastShown(arrangement);
  let at = 0;
  return order.map((number) => {
    const { text = '', length = 0 } = segments[number] ?? {};
    const hasBreak = text.length > length && number !== last;
    const hidesLetter = number === last && text.length === length && text.endsWith('\n');
    const shown = hidesLetter ? length - 1 : length;
    const piece = { number, at, length: shown, hasBreak, isEnd: number === last };
    at = endOf(piece);
    return piece;
  });
}
