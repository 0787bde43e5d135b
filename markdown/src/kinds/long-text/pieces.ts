/** A long text in pieces, each of which a browser lays out only when it comes in sight. */
const LONGEST = 4000;
const END = /^[\s\S]*\s/;

export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const most = text.slice(at, at + LONGEST);
    // Between words, where it has any.
    const piece = at + LONGEST < text.length ? (END.exec(most)?.[0] ?? most) : most;
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}
