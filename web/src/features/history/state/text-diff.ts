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
