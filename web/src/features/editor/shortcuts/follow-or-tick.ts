/** A key for what a click does: follows the link at the caret, else ticks the task in its line. */
import type { Command } from '@codemirror/view';
import { linkAtCaret } from '../kinds/link/follow-links.ts';
import { toggleTask } from '../view/marker-widgets.ts';

export function followOrTick(open: (address: string) => void): Command {
  return (view) => {
    const address = linkAtCaret(view);
    if (address !== undefined) {
      open(address);
      return true;
    }
    return toggleTask(view, view.state.selection.main.head);
  };
}
