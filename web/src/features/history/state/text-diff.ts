/** The changes between two texts, by lines and words, for a person to read. */
import { presentableDiff } from '@codemirror/merge';

export type PieceKind = 'same' | 'added' | 'removed';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** Same, added or removed as a whole; `changed` is a mix. */
export interface DiffLine {
  readonly kind: PieceKind | 'changed';
  readonly pieces: readonly Piece[];
}

/** Lines in a row; folded ones are unchanged and far from any change. */
export interface DiffBlock {
  readonly isFolded: boolean;
  /** Its first line's number, which names the block. */
  readonly start: number;
  readonly lines: readonly DiffLine[];
}

// Past these the diff gets coarse instead of slow.
const SCAN_LIMIT = 1000;
const TIMEOUT_MS = 500;
/** Unchanged lines that are left around each change. */
const CONTEXT = 3;
// Fewer take no more room than the button that unfolds them.
const FEWEST_FOLDED = 4;

export function diffLines(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let pieces: Piece[] = [];
  const endLine = (end: PieceKind) => {
    lines.push({ kind: kindOf(pieces, end), pieces });
    pieces = [];
  };
  for (const { kind, text } of diffPieces(before, after)) {
    const [first = '', ...rest] = text.split('\n');
    if (first !== '') pieces.push({ kind, text: first });
    for (const part of rest) {
      endLine(kind);
      if (part !== '') pieces.push({ kind, text: part });
    }
  }
  if (pieces.length > 0) endLine('same');
  return lines;
}

export function foldUnchanged(lines: readonly DiffLine[]): DiffBlock[] {
  const blocks: DiffBlock[] = [];
  let start = 0;
  while (start < lines.length) {
    const isFolded = isFar(lines, start);
    let end = start + 1;
    while (end < lines.length && isFar(lines, end) === isFolded) end++;
    const block = {
      isFolded: isFolded && end - start >= FEWEST_FOLDED,
      start,
      lines: lines.slice(start, end),
    };
    const last = blocks.at(-1);
    if (last && last.isFolded === block.isFolded)
      blocks[blocks.length - 1] = { ...last, lines: [...last.lines, ...block.lines] };
    else blocks.push(block);
    start = end;
  }
  return blocks;
}

function isFar(lines: readonly DiffLine[], index: number): boolean {
  for (let near = Math.max(0, index - CONTEXT); near <= Math.min(lines.length - 1, index + CONTEXT); near++)
    if (lines[near]?.kind !== 'same') return false;
  return true;
}

function* diffPieces(before: string, after: string): Generator<Piece> {
  let done = 0;
  for (const change of presentableDiff(before, after, { scanLimit: SCAN_LIMIT, timeout: TIMEOUT_MS })) {
    yield { kind: 'same', text: after.slice(done, change.fromB) };
    yield { kind: 'removed', text: before.slice(change.fromA, change.toA) };
    yield { kind: 'added', text: after.slice(change.fromB, change.toB) };
    done = change.toB;
  }
  yield { kind: 'same', text: after.slice(done) };
}

/** @param end the kind of the line break after them, an empty line's only piece */
function kindOf(pieces: readonly Piece[], end: PieceKind): DiffLine['kind'] {
  const kinds = new Set(pieces.map(({ kind }) => kind));
  if (kinds.size === 0) return end;
  if (kinds.size > 1) return 'changed';
  return pieces[0]?.kind ?? end;
}

// A line of more letters takes a browser long to lay out, and nobody reads it to its end.
const LONGEST_LINE = 10_000;
/** Letters beside a change in such a line. */
const BESIDE = 200;
const LETTERS_AT_A_TIME = 100_000;
const LINES_AT_A_TIME = 1000;

/** @returns how many of the lines are drawn at once, from one of them on; at least one */
export function countAtATime(lines: readonly DiffLine[], from: number): number {
  let letters = 0;
  let count = 0;
  for (const line of lines.slice(from, from + LINES_AT_A_TIME)) {
    letters += Math.min(lettersIn(line), LONGEST_LINE);
    if (count > 0 && letters > LETTERS_AT_A_TIME) break;
    count++;
  }
  return count;
}

export function isLongLine(line: DiffLine): boolean {
  return lettersIn(line) > LONGEST_LINE;
}

/** @returns what has changed in a long line, as far as there is room for it, and some letters beside it */
export function shortened({ kind, pieces }: DiffLine): DiffLine {
  let room = LONGEST_LINE;
  const short: Piece[] = [];
  for (const piece of pieces) {
    const text = piece.kind === 'same' ? ends(piece.text) : beginning(piece.text, room);
    short.push({ kind: piece.kind, text });
    room -= text.length;
    if (room <= 0) break;
  }
  return { kind, pieces: short };
}

function ends(text: string): string {
  return text.length > 2 * BESIDE ? `${text.slice(0, BESIDE)}…${text.slice(-BESIDE)}` : text;
}

function beginning(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters)}…` : text;
}

function lettersIn({ pieces }: DiffLine): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
