/** The keys of the block commands, where the page is not shown as its source. */
import { type Extension, type StateCommand, StateEffect } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';
import { isPreviewing } from '../../view/reveal.ts';
import {
  moveBlocksDown,
  moveBlocksUp,
  moveSectionDown,
  moveSectionUp,
  moves,
} from '../moving/move-commands.ts';
import { targetBlocks } from '../moving/target-blocks.ts';
import { selectedBlocks } from '../read-blocks.ts';
import { duplicateBlocks } from './block-commands.ts';
import { BLOCK_KEYS } from './block-key-names.ts';

/** Asks for the menu of the selected blocks. */
export const openBlockMenu = StateEffect.define<null>();

const askForMenu: Command = (view) => {
  if (view.state.readOnly || !selectedBlocks(view.state)) return false;
  view.dispatch({ effects: openBlockMenu.of(null) });
  return true;
};

const COMMANDS: readonly (readonly [string, Command])[] = [
  [BLOCK_KEYS['Move the block up'], moveBlocksUp],
  [BLOCK_KEYS['Move the block down'], moveBlocksDown],
  [BLOCK_KEYS['Move the section up'], always(moveSectionUp)],
  [BLOCK_KEYS['Move the section down'], always(moveSectionDown)],
  [BLOCK_KEYS['Duplicate the block'], always(duplicateBlocks)],
  [BLOCK_KEYS['Actions of the block'], askForMenu],
];

export const blockKeys: Extension = [
  moves,
  targetBlocks,
  // In a table its own keys come first.
  keymap.of(
    COMMANDS.map(([key, run]) => ({
      key,
      run: (view) => isPreviewing(view.state) && run(view),
    })),
  ),
];

/** Takes the key even if there is nothing to do: otherwise it would copy a line, or open the browser's bookmarks. */
function always(command: StateCommand): StateCommand {
  return (target) => command(target) || true;
}
