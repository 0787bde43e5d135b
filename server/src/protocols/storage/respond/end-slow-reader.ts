/** A download whose client takes next to nothing: it would keep a file and memory for as long as it likes. */
import type { ServerResponse } from 'node:http';

// In a minute a client takes one chunk of a file, of 128 KB, at least. That is a slow modem.
const PERIOD_MS = 60_000;

/** Ends the connection when a whole period went by in which bytes waited for the client, and none of them left. */
export function endSlowReader(outgoing: ServerResponse, periodMs = PERIOD_MS): void {
  let before = -1;
  const timer = setInterval(() => {
    const waiting = outgoing.writableLength;
    const left = (outgoing.socket?.bytesWritten ?? 0) - waiting;
    if (left === before) outgoing.destroy();
    before = waiting > 0 ? left : -1;
  }, periodMs);
  outgoing.once('close', () => clearInterval(timer));
}
