/** What the bench is for: the server beside its limit and its peer, as ratios of the same round. */
import type { Contestant, Engine } from '../contestants/contestant.ts';
import { CELLS, type Cell, type Result } from '../measure/rounds.ts';
import type { Slice } from '../measure/slice.ts';
import { median } from '../measure/statistics.ts';

export interface Measured {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Comparison {
  readonly engine: Engine;
  readonly cell: Cell;
  readonly server: Measured;
  /** The fastest of the ways to call the database directly. */
  readonly limit: Measured;
  /** The server's requests per second over the limit's, the median of all rounds. */
  readonly throughputOfLimit: number;
  /** The server's median time for one request over the limit's. */
  readonly timeOfLimit: number;
  readonly peers: readonly (Measured & { readonly throughputOfPeer: number })[];
}

export function compare(results: readonly Result[]): Comparison[] {
  const servers = [...new Set(results.map((result) => result.contestant))].filter(isServer);
  return servers.flatMap(({ engine }) =>
    CELLS.map((cell) => compareCell(engine, cell, results.filter(belongsTo(engine, cell)))),
  );
}

function compareCell(engine: Engine, cell: Cell, results: readonly Result[]): Comparison {
  const server = results.find((result) => isServer(result.contestant));
  const limit = results
    .filter((result) => result.contestant.part === 'limit')
    .reduce((best, other) => (measured(other).perSecond > measured(best).perSecond ? other : best));
  if (!server) throw new Error(`Nothing was measured for ${cell.operation}.`);
  const peers = results.filter((result) => result.contestant.part === 'peer');
  return {
    engine,
    cell,
    server: measured(server),
    limit: measured(limit),
    throughputOfLimit: ratio(server, limit, (slice) => slice.perSecond),
    timeOfLimit: ratio(server, limit, (slice) => slice.p50),
    peers: peers.map((peer) => ({
      ...measured(peer),
      throughputOfPeer: ratio(server, peer, (slice) => slice.perSecond),
    })),
  };
}

function measured({ contestant, slices }: Result): Measured {
  return {
    name: contestant.name,
    perSecond: median(slices.map((slice) => slice.perSecond)),
    p50: median(slices.map((slice) => slice.p50)),
    p99: median(slices.map((slice) => slice.p99)),
  };
}

function ratio(one: Result, other: Result, value: (slice: Slice) => number): number {
  return median(
    one.slices.flatMap((slice, round) => {
      const beside = other.slices[round];
      return beside ? [value(slice) / value(beside)] : [];
    }),
  );
}

function isServer({ part }: Contestant): boolean {
  return part === 'server';
}

function belongsTo(engine: Engine, cell: Cell) {
  return (result: Result) => result.contestant.engine === engine && result.cell === cell;
}
