/**
 * Many connections: each caller gets some of them, and the server ends what takes too long without harm to
 * others.
 */
import type { Sharing } from '../engine.ts';

export const POSTGRES_SHARING: Sharing = {
  // A quarter of the connections for one caller, and a quarter for what this server does itself.
  turns: {
    places: 12,
    placesPerCaller: 4,
    longStatementMs: 50,
    longMs: 4000,
    longPart: 0,
    placesForLongCallers: 8,
    oneByOne: false,
  },
  rowReads: {
    // They are quick, and several travel over one connection, so they have turns of their own. The look-ups of
    // a caller with long ones, such as those of large pages, leave half of the connections to others.
    turns: {
      places: 128,
      placesPerCaller: 64,
      longStatementMs: 50,
      longMs: 500,
      // A caller who sends quick ones to stay below it can fill half of the places with long ones at most.
      longPart: 0.5,
      placesForLongCallers: 8,
      oneByOne: false,
    },
    // The last one waits for all the others, even while other connections are idle.
    together: 8,
  },
  timeParts: { read: 1, write: 1 },
  firstWaitMs: 10_000,
  endedCountsMs: 0,
};
