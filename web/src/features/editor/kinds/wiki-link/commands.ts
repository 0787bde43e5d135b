/** Links to pages by their names, in the slash menu. */
import type { StateCommand } from '@codemirror/state';
import { AtSign } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';

/** The two brackets open the menu of pages. */
const insertPageLink: StateCommand = ({ state, dispatch }) => {
  dispatch(state.update(state.replaceSelection('[['), { userEvent: 'input.type' }));
  return true;
};

export const commands: readonly SlashItem[] = [
  {
    name: 'Link to a page',
    group: 'Words and links',
    isInline: true,
    icon: AtSign,
    words: '[[ mention reference wiki',
    description: 'Of this workspace, by its name',
    run: insertPageLink,
  },
];
