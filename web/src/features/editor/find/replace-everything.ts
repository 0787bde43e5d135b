/** Replaces all that was found, as a step of its own that can be taken back alone. */
import { replaceAll, type SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { atMost } from '../../../lib/browser/time/pause.ts';
import { toast } from '../../../ui/toasts/toasts.ts';
import { lastStep, takeBack, type UndoStep } from '../commands/undo/undo-history.ts';

// Without a connection the text before is kept on this device only, and nobody waits for that.
const LONGEST_WAIT_MS = 2000;

/** @param onReplaceAll called before and after, so that the text before is saved on its own */
export async function replaceEverything(
  view: EditorView,
  query: SearchQuery,
  onReplaceAll: () => Promise<void>,
): Promise<void> {
  if (countAll(view.state, query) === 0) return;
  await atMost(onReplaceAll(), LONGEST_WAIT_MS);
  // Others may have written meanwhile.
  const count = countAll(view.state, query);
  if (!view.dom.isConnected || !replaceAll(view)) return;
  const step = lastStep(view);
  void onReplaceAll();
  toast('success', count === 1 ? 'Replaced 1 match' : `Replaced ${count.toLocaleString()} matches`, {
    ...(step && { action: { label: 'Undo', run: () => takeBackIn(view, step) } }),
  });
}

function countAll(state: EditorState, query: SearchQuery): number {
  if (!query.valid) return 0;
  const cursor = query.getCursor(state);
  let count = 0;
  while (!cursor.next().done) count++;
  return count;
}

function takeBackIn(view: EditorView, step: UndoStep): void {
  if (view.dom.isConnected) takeBack(view, step);
  else toast('warning', 'The page is no longer open. Its earlier text is in its history.');
}
