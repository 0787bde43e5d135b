/** Writes a record of moved lines into a page's document, on a line of its own. */
import type * as Y from 'yjs';

export function addRecord(moves: Y.Text, record: string): void {
  const { length } = moves;
  // A stranger may have left a line without an end: it becomes none of the records by this one.
  const isEnded = length === 0 || moves.toString().endsWith('\n');
  moves.insert(length, isEnded ? record : ` \n${record}`);
}
