/** How long a typed letter waits for others to travel in the same message. */

// As short as nobody notices, and as long as a message stands for several keys.
const SHORTEST_MS = 50;
// Each message goes to everybody: so that up to fifty people send no more of them in a second than ten do.
const MS_PER_WRITER = 5;
// Letters of a quarter of a second are read as they are written.
const LONGEST_MS = 250;

/**
 * After a pause a letter goes at once.
 * @param writers so many screens have a caret in the page, this one included
 * @param sinceMessageMs how long ago this screen has sent one
 */
export function batchMs(writers: number, sinceMessageMs: number): number {
  const betweenMessages = Math.min(Math.max(SHORTEST_MS, writers * MS_PER_WRITER), LONGEST_MS);
  return Math.max(betweenMessages - sinceMessageMs, 0);
}
