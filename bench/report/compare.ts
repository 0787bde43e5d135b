/** Compares the server with its limit and its peer, as ratios of the same round. */
import type { Contestant, Engine } from '../contestants/contestant.ts';
import { CELLS, type Cell, type Result } from '../measure/rounds.ts';
import type { Slice } from '../measure/slice.ts';
import { median } from '../measure/statistics.ts';

export interface Measured {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time of its process for one request, of all rounds; undefined where it has none. */
  readonly processorUs: number | undefined;
}

export interface Comparison {
  readonly engine: Engine;
  readonly cell: Cell;
  readonly server: Measured;
  /** The fastest of the ways to call the database directly. */
  readonly limit: Measured;
  /** The server's requests per second over the limit's, the median of all rounds. */
  readonly throughputOfLimit: number;
  /** The same over the limit that sends one statement after the other; undefined where none took part. */
  readonly throughputOfPlainLimit: number | undefined;
  /** The server's median time for one request over the limit's. */
  readonly timeOfLimit: number;
  /** The rate of saves under the product's triggers, relative to that without them; undefined for what has none. */
  readonly throughputOfWithoutRules: number | undefined;
  readonly peers: readonly (Measured & { readonly throughputOfPeer: number })[];
}

/** @returns one for each cell that there was time for */
export function compare(results: readonly Result[]): Comparison[] {
  const servers = [...new Set(results.map((result) => result.contestant))].filter(isServer);
  return servers.flatMap(({ engine }) =>
    CELLS.flatMap((cell) => {
      const ofCell = results.filter(belongsTo(engine, cell)).filter(({ slices }) => slices.length > 0);
      return ofCell.length === 0 ? [] : [compareCell(engine, cell, ofCell)];
    }),
  );
}

function compareCell(engine: Engine, cell: Cell, results: readonly Result[]): Comparison {
  const server = results.find((result) => isServer(result.contestant));
  const limits = results.filter((result) => result.contestant.part === 'limit');
  const plain = limits.find((result) => !result.contestant.name.endsWith('pipelined'));
  const limit = limits.reduce((best, other) =>
    measured(other).perSecond > measured(best).perSecond ? other : best,
  );
  if (!server) throw new Error(`Nothing was measured for ${cell.operation}.`);
  const withoutRules = results.find((result) => result.contestant.part === 'without rules');
  // The way to call the database is the same on both sides.
  const withRules = limits.find(
    ({ contestant }) => withoutRules?.contestant.name.startsWith(`${contestant.name},`) === true,
  );
  const peers = results.filter((result) => result.contestant.part === 'peer');
  return {
    engine,
    cell,
    server: measured(server),
    limit: measured(limit),
    throughputOfLimit: ratio(server, limit, (slice) => slice.perSecond),
    throughputOfPlainLimit: plain && ratio(server, plain, (slice) => slice.perSecond),
    timeOfLimit: ratio(server, limit, (slice) => slice.p50),
    throughputOfWithoutRules:
      withRules && withoutRules && ratio(withRules, withoutRules, (slice) => slice.perSecond),
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
    processorUs: processorUs(slices),
  };
}

/** The sum of all rounds: the clock that counts it is too coarse for one. */
function processorUs(slices: readonly Slice[]): number | undefined {
  const used = slices.map((slice) => slice.processorMs).filter((value) => value !== undefined);
  if (used.length < slices.length) return undefined;
  return (1000 * sum(used)) / sum(slices.map((slice) => slice.answers));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
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
