/** How much work a page may cause in the browser of who reads it: what takes longer is shown as it was written. */
import { Budget } from '../../../../../markdown/src/tree/budget.ts';

// The longest page that is drawn without being asked for takes a tenth of it.
const LONGEST_MS = 10_000;

export function readingBudget(): Budget {
  const end = performance.now() + LONGEST_MS;
  // Parts are small by themselves, and whoever asks for all of a page gets it.
  return new Budget({
    characters: Number.POSITIVE_INFINITY,
    nodes: Number.POSITIVE_INFINITY,
    isOver: () => performance.now() > end,
  });
}
