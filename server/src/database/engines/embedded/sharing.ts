/**
 * Everybody shares one connection. Statements that take long keep everyone waiting and cost them the connection in the
 * end: they get a part of the time, and all get less while such statements come, from whichever accounts.
 */
import type { Sharing } from '../engine.ts';

export const EMBEDDED_SHARING: Sharing = {
  // A few are sent before the first is answered, but what may take long goes alone.
  turns: {
    places: 8,
    placesPerCaller: 8,
    longStatementMs: 50,
    longMs: 500,
    longPart: 0,
    placesForLongCallers: 1,
    oneByOne: true,
  },
  rowReads: undefined,
  timeParts: { read: 4, write: 2 },
  // Everyone waits until the database is started again.
  firstWaitMs: 60_000,
  endedCountsMs: 10 * 60_000,
};
