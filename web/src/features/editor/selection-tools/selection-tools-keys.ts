/** The key that leads from the text to the tools for the selection, and the one that puts them away. */
import { StateEffect } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { BLOCK_KEYS } from '../blocks/menu/block-key-names.ts';
import { hasTools } from './toolbar-place.ts';

export const focusSelectionTools = StateEffect.define<null>();

export const selectionToolsKeys = keymap.of([
  {
    key: BLOCK_KEYS['Tools for the selection'],
    run: (view) => {
      if (!hasTools(view.state)) return false;
      view.dispatch({ effects: focusSelectionTools.of(null) });
      return true;
    },
  },
]);
