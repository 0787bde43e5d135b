/** The project's budgets (docs/architecture.md), as far as the bench measures them. */
import type { Engine, Operation } from '../contestants/contestant.ts';
import type { Comparison } from './compare.ts';

export interface Budget {
  /** As it is printed, such as `≥ 55 %`. */
  readonly text: string;
  readonly kept: boolean;
}

/** Requests per second with 16 connections, as a part of what the same SQL reaches without a server. */
const LEAST_OF_LIMIT = 0.65;
/** The same with the product's triggers, as a part of what it reaches without them. */
const LEAST_OF_WITHOUT_RULES = 0.5;
/** Requests per second with 16 connections on Postgres, as a multiple of a peer's. */
const LEAST_OF_PEER = { 'page read': 6, 'page save': 1 };
/** Seconds for an import of ten thousand pages. */
const MOST_FOR_IMPORT: Readonly<Record<Engine, number>> = { postgres: 15, pglite: 30 };
/** A request for the whole tree, in times the SQL alone takes. */
const MOST_TIME_FOR_TREE = 1.5;

/** People wait for page reads and saves all day. */
function isOfPages(operation: Operation): operation is keyof typeof LEAST_OF_PEER {
  return operation === 'page read' || operation === 'page save';
}

/** @returns undefined where no budget applies */
export function limitBudget(comparison: Comparison): Budget | undefined {
  const { operation, connections } = comparison.cell;
  if (operation === 'tree of 10,000') {
    if (connections !== 1) return undefined;
    return { text: `≤ ${MOST_TIME_FOR_TREE} ×`, kept: comparison.timeOfLimit <= MOST_TIME_FOR_TREE };
  }
  if (connections !== 16 || !(isOfPages(operation) || operation === 'members')) return undefined;
  return {
    text: `≥ ${Math.round(LEAST_OF_LIMIT * 100)} %`,
    kept: comparison.throughputOfLimit >= LEAST_OF_LIMIT,
  };
}

/** @returns undefined where no budget applies */
export function rulesBudget({ cell, throughputOfWithoutRules: part }: Comparison): Budget | undefined {
  if (cell.connections !== 16 || part === undefined) return undefined;
  return {
    text: `≥ ${Math.round(LEAST_OF_WITHOUT_RULES * 100)} %`,
    kept: part >= LEAST_OF_WITHOUT_RULES,
  };
}

export function importBudget(engine: Engine, seconds: number): Budget {
  const most = MOST_FOR_IMPORT[engine];
  return { text: `≤ ${most} s`, kept: seconds <= most };
}

/** @returns undefined where no budget applies */
export function peerBudget(comparison: Comparison, throughputOfPeer: number): Budget | undefined {
  const { operation, connections } = comparison.cell;
  if (connections !== 16 || !isOfPages(operation)) return undefined;
  const least = LEAST_OF_PEER[operation];
  return { text: `≥ ${least} ×`, kept: throughputOfPeer >= least };
}
