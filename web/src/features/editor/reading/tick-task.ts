/** Ticks a task of a page that is being read, or takes the tick away. */
import type * as Y from 'yjs';

const TASK = /^(?:[-*+]|\d+[.)])\s+\[([ \txX])\]/;

/**
 * @param shown the text as it is drawn: words written since then would shift the place
 * @param at where the task's list item begins in it
 */
export function tickTask(text: Y.Text, shown: string, at: number): void {
  const task = TASK.exec(shown.slice(at));
  if (!task || text.toString() !== shown) return;
  const mark = at + task[0].length - 2;
  text.doc?.transact(() => {
    text.delete(mark, 1);
    text.insert(mark, task[1]?.trim() ? ' ' : 'x');
  });
}
