/** Ticks a task of a page that is being read, or takes the tick away. */
import type * as Y from 'yjs';
import { readShownText } from '../../document/moves/arrangement/moved-text.ts';
import { editText } from '../../document/moves/writing/edit-text.ts';

const TASK = /^(?:[-*+]|\d+[.)])\s+\[([ \txX])\]/;

/**
 * @param shown the text as it is drawn: words written since then would shift the place
 * @param at where the task's list item begins in it
 */
export function tickTask(text: Y.Text, shown: string, at: number): void {
  const task = TASK.exec(shown.slice(at));
  if (!task || readShownText(text) !== shown) return;
  const mark = at + task[0].length - 2;
  const insert = task[1]?.trim() ? ' ' : 'x';
  text.doc?.transact(() => editText(text, [{ from: mark, to: mark + 1, insert }]));
}
