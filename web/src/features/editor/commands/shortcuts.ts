/** The commands that format text, by the names that their keys have. */
import type { Command } from '@codemirror/view';
import { chooseLanguage } from '../code/language-choice.ts';
import { insertLink } from '../links/link-popover-state.ts';
import { FORMAT_KEYS, type FormatName } from './format-keys.ts';
import {
  toggleBold,
  toggleCode,
  toggleHighlight,
  toggleItalic,
  toggleStrikethrough,
} from './inline-formats.ts';
import { insertCodeBlock } from './insertions.ts';
import {
  makeParagraph,
  toggleBullets,
  toggleHeading1,
  toggleHeading2,
  toggleHeading3,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
} from './line-formats.ts';

const COMMANDS: Readonly<Record<FormatName, Command>> = {
  Bold: toggleBold,
  Italic: toggleItalic,
  Strikethrough: toggleStrikethrough,
  Highlight: toggleHighlight,
  Code: toggleCode,
  Link: insertLink,
  Text: makeParagraph,
  'Heading 1': toggleHeading1,
  'Heading 2': toggleHeading2,
  'Heading 3': toggleHeading3,
  'Numbered list': toggleNumbers,
  'Bulleted list': toggleBullets,
  'Task list': toggleTasks,
  Quote: toggleQuote,
  'Code block': insertCodeBlock,
  'Language of the code': chooseLanguage,
};

export const FORMAT_SHORTCUTS = Object.entries(FORMAT_KEYS).map(([name, key]) => ({
  key,
  run: COMMANDS[name as FormatName],
}));
