/** Comments in the slash menu. */

import { EditorSelection, type StateCommand } from '@codemirror/state';
import { MessageSquareOff } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';

/** Around what is selected, with the caret in it. */
const insertRemark: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const words = state.sliceDoc(from, to);
  // Over several lines its marks stand on lines of their own.
  const [before, after] = words.includes('\n') ? ['%%\n', '\n%%'] : ['%%', '%%'];
  dispatch(
    state.update({
      changes: { from, to, insert: `${before}${words}${after}` },
      selection: EditorSelection.range(from + before.length, from + before.length + words.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
};

export const commands: readonly SlashItem[] = [
  {
    name: 'Comment',
    group: 'Words and links',
    isInline: true,
    icon: MessageSquareOff,
    words: '%% remark hidden note obsidian',
    description: 'Words that only writers see',
    run: insertRemark,
  },
];
