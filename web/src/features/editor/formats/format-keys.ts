/** The formats and their keys: the key map, the toolbar's tooltips and the list of shortcuts read this table. */

/** As CodeMirror writes keys; Mod is Ctrl, or Cmd on a Mac. */
export const FORMAT_KEYS = {
  Bold: 'Mod-b',
  Italic: 'Mod-i',
  Strikethrough: 'Mod-Shift-x',
  Highlight: 'Mod-Shift-h',
  Code: 'Mod-e',
  Link: 'Mod-k',
  Text: 'Mod-Shift-0',
  'Heading 1': 'Mod-Shift-1',
  'Heading 2': 'Mod-Shift-2',
  'Heading 3': 'Mod-Shift-3',
  'Numbered list': 'Mod-Shift-7',
  'Bulleted list': 'Mod-Shift-8',
  'Task list': 'Mod-Shift-9',
  Quote: 'Mod-Shift-.',
  'Code block': 'Mod-Alt-c',
  'Language of the code': 'Mod-Alt-l',
} as const;

export type FormatName = keyof typeof FORMAT_KEYS;
