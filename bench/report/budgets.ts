/** The project's budgets (docs/architecture.md), as far as the bench measures them. */
import type { Operation } from '../contestants/contestant.ts';
import type { Comparison } from './compare.ts';

export interface Budget {
  /** As it is printed, such as `≥ 55 %`. */
  readonly text: string;
  readonly kept: boolean;
}

/** Requests per second with 16 connections, as a part of what the same SQL reaches without a server. */
const LEAST_OF_LIMIT = 0.55;
/** Requests per second with 16 connections on Postgres, as a multiple of a peer's. */
const LEAST_OF_PEER = 6;
/** One request for the whole tree, in times the SQL alone takes. */
const MOST_TIME_FOR_TREE = 1.5;

/** People wait for page reads and saves all day. */
function isOfPages(operation: Operation): boolean {
  return operation === 'page read' || operation === 'page save';
}

/** @returns undefined where no budget applies */
export function limitBudget(comparison: Comparison): Budget | undefined {
  const { operation, connections } = comparison.cell;
  if (operation === 'tree of 10,000') {
    if (connections !== 1) return undefined;
    return { text: `≤ ${MOST_TIME_FOR_TREE} ×`, kept: comparison.timeOfLimit <= MOST_TIME_FOR_TREE };
  }
  if (connections !== 16 || !isOfPages(operation)) return undefined;
  return {
    text: `≥ ${Math.round(LEAST_OF_LIMIT * 100)} %`,
    kept: comparison.throughputOfLimit >= LEAST_OF_LIMIT,
  };
}

/** @returns undefined where no budget applies */
export function peerBudget(comparison: Comparison, throughputOfPeer: number): Budget | undefined {
  const { operation, connections } = comparison.cell;
  if (connections !== 16 || !isOfPages(operation)) return undefined;
  return { text: `≥ ${LEAST_OF_PEER} ×`, kept: throughputOfPeer >= LEAST_OF_PEER };
}
