/**
 * How much work a page may cause in the browser of who reads it: what takes more is shown as it was written. Steps are counted and no
 * time is taken, so that a page looks the same in every browser.
 */
import { Budget } from '../../../../../../markdown/src/tree/budget.ts';

/** How many steps pass between two looks (markdown/src/tree/budget.ts). */
const STEPS = 256;
// A megabyte of nothing but items takes a quarter of it.
const MOST_STEPS = 10_000_000;
// Twice the longest texts that are compared as they are read.
const MOST_STEPS_TO_COMPARE = 2_000_000;
const MOST_LETTERS_TO_COMPARE = 40_000_000;

/** Parts are small by themselves, and whoever asks for all of a page gets it. */
export function readingBudget(): Budget {
  return budgetOf(MOST_STEPS, Number.POSITIVE_INFINITY);
}

/** Looks of blocks are compared as text, which is counted as what is printed. */
export function comparingBudget(): Budget {
  return budgetOf(MOST_STEPS_TO_COMPARE, MOST_LETTERS_TO_COMPARE);
}

function budgetOf(steps: number, characters: number): Budget {
  let looks = 0;
  const isOver = () => ++looks * STEPS > steps;
  return new Budget({ characters, nodes: Number.POSITIVE_INFINITY, isOver });
}
