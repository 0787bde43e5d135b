/** A text with its moves: the order in which it is shown is kept, and follows each edit. */
import type * as Y from 'yjs';
import { type Arrangement, arrange, shownText } from './arrangement.ts';
import { MOST_WRITTEN, MOVES_FIELD, type MoveRecord, readRecords } from './move-records.ts';
import { type ReadItem, readLive } from './segments.ts';

/** Records of moves, and the order that they make. */
export interface Moved {
  readonly records: readonly MoveRecord[];
  /** Undefined for a text in which nothing was moved, which stands as it is. */
  readonly arrangement: Arrangement | undefined;
}

const UNMOVED: Moved = { records: [], arrangement: undefined };

/** @returns the text that holds the records of this one's moves; undefined for a text that has none, as a title */
export function recordTextOf(text: Y.Text): Y.Text | undefined {
  const { doc } = text;
  const content: unknown = doc?.share.get('content');
  return content === text ? doc?.getText(MOVES_FIELD) : undefined;
}

/** @returns the text as it is shown */
export function readShownText(text: Y.Text): string {
  const arrangement = arrangementOf(text);
  return arrangement ? shownText(arrangement) : text.toString();
}

/** The records of moves in the text's document. */
export function recordsOf(text: Y.Text): readonly MoveRecord[] {
  return movedOf(text).records;
}

/** @returns undefined for a text in which nothing was moved */
export function arrangementOf(text: Y.Text): Arrangement | undefined {
  return movedOf(text).arrangement;
}

/** @param read which letters of the document count */
export function readRecordsOf(text: Y.Text, read: ReadItem): readonly MoveRecord[] {
  let written = '';
  for (
    let item = recordTextOf(text)?._start;
    item && written.length < MOST_WRITTEN;
    item = item.right ?? undefined
  )
    written += read(item);
  return readRecords(written);
}

type Follow = (before: Arrangement, text: Y.Text, transaction: Y.Transaction) => Arrangement | undefined;

let followEdit: Follow | undefined;

/** It comes after the page's text, with the commands that move. Until then each edit orders the text again. */
export function followEditsBy(follow: Follow): void {
  followEdit = follow;
}

const known = new WeakMap<Y.Text, Moved>();

export function movedOf(text: Y.Text): Moved {
  const moves = recordTextOf(text);
  const { doc } = text;
  if (!moves?._start || !doc) return UNMOVED;
  const isSteady = doc._transaction === null || doc._transaction.changed.size === 0;
  // While observers are called, another change may have come already. A document that was given up calls none.
  const mayKeep = isSteady && !doc.isDestroyed && doc._transactionCleanups.length <= 1;
  const kept = mayKeep ? known.get(text) : undefined;
  if (kept) return kept;
  const records = readRecordsOf(text, readLive);
  const moved = records.length > 0 ? { records, arrangement: arrange(text, records) } : UNMOVED;
  if (mayKeep) keep(doc, text, moves, moved);
  return moved;
}

function keep(doc: Y.Doc, text: Y.Text, moves: Y.Text, moved: Moved): void {
  known.set(text, moved);
  const follow = (transaction: Y.Transaction) => {
    const { records, arrangement } = known.get(text) ?? UNMOVED;
    const { changed } = transaction;
    const isSame = !changed.has(moves as never);
    if (isSame && (!arrangement || !changed.has(text as never))) return;
    // Another change may have been made since.
    const isLast = doc._transactionCleanups.at(-1) === transaction;
    const next = isSame && isLast && arrangement && followEdit?.(arrangement, text, transaction);
    if (next) known.set(text, { records, arrangement: next });
    else {
      known.delete(text);
      doc.off('beforeObserverCalls', follow);
    }
  };
  doc.on('beforeObserverCalls', follow);
}
