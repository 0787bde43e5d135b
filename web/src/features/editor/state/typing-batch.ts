/** How long a typed letter waits for others to travel in the same message. */

// As short as nobody notices, and as long as a message stands for several keys.
const SHORTEST_MS = 50;
// Each message goes to everybody: so that up to fifty people send no more of them in a second than five do.
const MS_PER_WRITER = 10;
const LONGEST_MS = 500;

/** @param writers so many screens have a caret in the page, this one included */
export function batchMs(writers: number): number {
  return Math.min(Math.max(SHORTEST_MS, writers * MS_PER_WRITER), LONGEST_MS);
}
