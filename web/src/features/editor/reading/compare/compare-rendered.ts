/** Two versions of a text in one, as far as that takes no longer than anybody waits. */
import { TakesTooLong } from '../../../../../../markdown/src/tree/budget.ts';
import type { Sliced } from '../../../../../../markdown/src/tree/sliced.ts';
import { comparingBudget } from '../parts/reading-budget.ts';
import { elementsOf, weigh } from '../parts/rendered-tree.ts';
import { type MergedBlock, mergeRendered } from './merge-rendered.ts';

export type Comparison = readonly MergedBlock[] | 'too deep' | 'too long' | 'too much';

// Reading and comparing two such texts takes about a second.
const MOST_NODES = 40_000;

/** @param isAsked to compare them however long they are */
export function* compareRendered(
  before: string,
  after: string,
  isAsked: boolean,
  budget = comparingBudget(),
): Sliced<Comparison> {
  try {
    const [was, is] = [yield* weigh(before, budget), yield* weigh(after, budget)];
    if (was.isTooDeep || is.isTooDeep) return 'too deep';
    if (was.nodes + is.nodes > MOST_NODES && !isAsked) return 'too long';
    return yield* mergeRendered(yield* elementsOf(was, budget), yield* elementsOf(is, budget), budget);
  } catch (error) {
    if (error instanceof TakesTooLong) return 'too much';
    throw error;
  }
}
