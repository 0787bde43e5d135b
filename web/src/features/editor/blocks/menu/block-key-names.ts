/** The block commands and their keys: the key map, the menu of a block and the list of shortcuts read this table. */

/** As CodeMirror writes keys; Mod is Ctrl, or Cmd on a Mac. */
export const BLOCK_KEYS = {
  'Move the block up': 'Alt-ArrowUp',
  'Move the block down': 'Alt-ArrowDown',
  'Move the section up': 'Alt-Shift-ArrowUp',
  'Move the section down': 'Alt-Shift-ArrowDown',
  'Duplicate the block': 'Mod-d',
  'Actions of the block': 'Mod-.',
  'Tools for the selection': 'Alt-F10',
} as const;
