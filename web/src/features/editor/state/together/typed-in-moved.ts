/**
 * Letters that are typed into a block while somebody else moves it. A move takes letters away and puts others like them
 * elsewhere, so letters that had not reached the mover by then would stay behind. Whoever typed them takes them along: one
 * party for each letter, so nothing is there twice however many hear of the move.
 */
import * as Y from 'yjs';

/** @returns where a place of the text before the move is now; undefined for one that was in no block that moved */
export type MapPlace = (place: number) => number | undefined;

/** Marks letters that go along with their block: no step of anybody's undo. */
const TAKEN_ALONG = Symbol('taken along');

const LEAST_LETTERS = 3;
// Longer than a letter takes to reach the others, over a bad line.
const RECENT_MS = 10_000;
const MOST_BETWEEN = 200;

interface Piece {
  readonly kind: 'kept' | 'gone' | 'new';
  readonly isOwn: boolean;
  /** Its place in the text before, and in the text now. */
  readonly from: number;
  readonly at: number;
  text: string;
}

/** Letters that stayed behind, and how many letters of the block were before them. */
interface Left {
  readonly piece: Pick<Piece, 'from' | 'at' | 'text'>;
  readonly offset: number;
}

interface Gone {
  readonly from: number;
  to: number;
  text: string;
  readonly left: Left[];
}

interface Moved extends Gone {
  /** @returns the place now of a letter of the block */
  readonly placeOf: (offset: number) => number;
}

/**
 * @param onFound told of a move before anything is done, and answers what to do once the letters are in their place
 * @returns ends it
 */
export function watchMoves(text: Y.Text, onFound: () => (map: MapPlace) => void): () => void {
  const { doc } = text;
  if (!doc) return () => undefined;
  const typed: { readonly at: number; readonly clock: number }[] = [];
  let found:
    | { readonly moved: Moved[]; readonly length: number; readonly done: (map: MapPlace) => void }
    | undefined;
  const observe = (event: Y.YTextEvent, transaction: Y.Transaction) => {
    const now = performance.now();
    while (typed[0] && typed[0].at < now - RECENT_MS) typed.shift();
    if (transaction.local) {
      typed.push({ at: now, clock: transaction.beforeState.get(doc.clientID) ?? 0 });
      return;
    }
    if (!isLikeMove(event)) return;
    const recent = typed[0]?.clock ?? Number.POSITIVE_INFINITY;
    const knownOf = ({ id, length: all }: Y.Item) => (id.client === doc.clientID ? recent - id.clock : all);
    const moved = findMoved(piecesOf(text, event, knownOf));
    if (moved.length > 0) found = { moved, length: text.length, done: onFound() };
  };
  const follow = () => {
    if (!found) return;
    const { moved, length, done } = found;
    found = undefined;
    // Somebody has answered the move with an edit.
    if (text.length !== length) return;
    takeAlong(text, moved);
    done((place) => mapPlace(moved, place));
  };
  text.observe(observe);
  doc.on('afterAllTransactions', follow);
  return () => {
    text.unobserve(observe);
    doc.off('afterAllTransactions', follow);
  };
}

function isLikeMove({ delta }: Y.YTextEvent): boolean {
  let [gone, added] = [0, 0];
  for (const { insert, delete: length = 0 } of delta) {
    gone += length;
    if (typeof insert === 'string') added += insert.length;
  }
  return gone >= LEAST_LETTERS && added >= LEAST_LETTERS;
}

/** @param knownOf how many letters of an item were typed by others, or long ago */
function piecesOf(text: Y.Text, event: Y.YTextEvent, knownOf: (item: Y.Item) => number): Piece[] {
  const pieces: Piece[] = [];
  let [from, at] = [0, 0];
  for (let item = text._start; item; item = item.right) {
    if (!(item.content instanceof Y.ContentString)) continue;
    const isNew = event.adds(item);
    if (item.deleted && (isNew || !event.deletes(item))) continue;
    const kind = item.deleted ? 'gone' : isNew ? 'new' : 'kept';
    const { str } = item.content;
    const known = kind === 'kept' ? Math.min(Math.max(knownOf(item), 0), str.length) : str.length;
    for (const [part, isOwn] of [
      [str.slice(0, known), false],
      [str.slice(known), true],
    ] as const) {
      if (part === '') continue;
      const last = pieces.at(-1);
      if (last?.kind === kind && last.isOwn === isOwn) last.text += part;
      else pieces.push({ kind, isOwn, from, at, text: part });
      if (kind !== 'new') from += part.length;
      if (kind !== 'gone') at += part.length;
    }
  }
  return pieces;
}

function findMoved(pieces: readonly Piece[]): Moved[] {
  const news = runsOfNew(pieces);
  return runsOfGone(pieces).flatMap((gone) => {
    const lines = linesOf(gone.text);
    // A whole line is one, however short.
    const least = gone.text.includes('\n') ? 1 : LEAST_LETTERS;
    if (gone.text.trim().length < least) return [];
    for (const { at, lines: others } of news) {
      const first = others.findIndex((_, start) =>
        lines.every(({ words }, index) => others[start + index]?.words === words),
      );
      if (first === -1) continue;
      const its = others.splice(first, lines.length);
      const placeOf = (offset: number) => {
        const index = Math.max(
          lines.findLastIndex(({ start }) => start <= offset),
          0,
        );
        const [line, other] = [lines[index], its[index]];
        if (!line || !other) return at;
        // Measured from the line's end: it may be indented otherwise, or have another number.
        const toEnd = Math.max(line.start + line.length - offset, 0);
        return at + other.start + Math.max(other.length - toEnd, 0);
      };
      return [{ ...gone, placeOf }];
    }
    return [];
  });
}

interface Line {
  readonly start: number;
  readonly length: number;
  readonly words: string;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) => {
    const words = line.replace(/^\s*(?:\d+[.)]\s+)?/, '').trim();
    return words === '' ? [] : [{ start: index, length: line.length, words }];
  });
}

function runsOfNew(pieces: readonly Piece[]): { readonly at: number; readonly lines: Line[] }[] {
  const runs: { at: number; text: string; end: number }[] = [];
  for (const { kind, at, text } of pieces) {
    if (kind !== 'new') continue;
    const last = runs.at(-1);
    if (last?.end === at) {
      last.text += text;
      last.end += text.length;
    } else runs.push({ at, text, end: at + text.length });
  }
  return runs.map(({ at, text }) => ({ at, lines: linesOf(text) }));
}

/** Collects what was taken away in one piece, with the letters in it that the mover did not know. */
function runsOfGone(pieces: readonly Piece[]): Gone[] {
  const old = pieces.filter(({ kind }) => kind !== 'new');
  const runs: Gone[] = [];
  let run: Gone | undefined;
  for (const [index, piece] of old.entries()) {
    const { kind, from, text, isOwn } = piece;
    const to = from + text.length;
    if (kind === 'gone') {
      if (!run) {
        run = { from, to, text: '', left: [] };
        runs.push(run);
      }
      run.text += text;
      run.to = to;
      continue;
    }
    const [before, after] = [old[index - 1], old[index + 1]];
    const isWithin = run && after?.kind === 'gone' && isBetween(run.text, text, after.text);
    if (!isWithin && run && isOwn) takeEnd(run, piece);
    if (!isWithin) run = undefined;
    else if (isOwn) run?.left.push({ piece, offset: run.text.length });
    // A letter at the very beginning of the block.
    const isBefore = before?.kind !== 'gone' && after?.kind === 'gone' && !after.text.startsWith('\n');
    if (!isWithin && isOwn && isBefore) {
      run = beginWith(piece, after);
      runs.push(run);
    }
  }
  return runs;
}

/** Letters of a line that is gone around them, and no line that stayed between two that are gone. */
function isBetween(before: string, text: string, after: string): boolean {
  if (text.includes('\n') || text.length > MOST_BETWEEN) return false;
  return !(before.endsWith('\n') && after.startsWith('\n'));
}

/** The letters up to the line's end belong to a block that ended there. */
function takeEnd(run: Gone, { from, at, text }: Piece): void {
  if (!run.text.includes('\n') || run.text.endsWith('\n')) return;
  const [end = ''] = text.split('\n', 1);
  if (end === '' || end.length > MOST_BETWEEN) return;
  run.left.push({ piece: { from, at, text: end }, offset: run.text.length });
  run.to += end.length;
}

function beginWith({ from, at, text }: Piece, after: Piece): Gone {
  const start = text.lastIndexOf('\n') + 1;
  const begun = text.slice(start);
  const isBegun = begun !== '' && begun.length <= MOST_BETWEEN && start > 0 && after.text.includes('\n');
  const left = isBegun ? [{ piece: { from: from + start, at: at + start, text: begun }, offset: 0 }] : [];
  return { from: isBegun ? from + start : after.from, to: after.from, text: '', left };
}

/** Takes letters that stayed behind to their block. */
function takeAlong(text: Y.Text, moved: readonly Moved[]): void {
  const edits = moved.flatMap(({ left, placeOf }) =>
    left.flatMap(({ piece, offset }, order) => [
      { at: piece.at, gone: piece.text.length, insert: '', order },
      { at: placeOf(offset), gone: 0, insert: piece.text, order },
    ]),
  );
  if (edits.length === 0) return;
  // From the end backwards: earlier places stay.
  edits.sort((one, other) => other.at - one.at || other.order - one.order);
  text.doc?.transact(() => {
    for (const { at, gone, insert } of edits) {
      if (gone > 0) text.delete(at, gone);
      else text.insert(at, insert);
    }
  }, TAKEN_ALONG);
}

function mapPlace(moved: readonly Moved[], place: number): number | undefined {
  const block = moved.find(({ from, to }) => from <= place && place <= to);
  if (!block) return undefined;
  const all = moved.flatMap((one) =>
    one.left.map(({ piece, offset }) => ({ piece, to: one.placeOf(offset) })),
  );
  const own = block.left.filter(({ piece }) => piece.from < place);
  const target = block.placeOf(offsetOf(block, place));
  let now = target;
  for (const { piece, to } of all) {
    if (piece.at < target) now -= piece.text.length;
    if (to < target) now += piece.text.length;
  }
  // The pieces of the same place that are before it.
  const here = own.filter(({ offset }) => block.placeOf(offset) === target);
  const before = here.reduce((sum, { piece }) => sum + Math.min(piece.text.length, place - piece.from), 0);
  return now + before;
}

/** @returns how many letters of the block are before the place */
function offsetOf({ from, left }: Gone, place: number): number {
  const others = left.filter(({ piece }) => piece.from < place);
  return (
    place - from - others.reduce((sum, { piece }) => sum + Math.min(piece.text.length, place - piece.from), 0)
  );
}
