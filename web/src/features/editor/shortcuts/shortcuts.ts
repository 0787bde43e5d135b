/** The commands that format text, by the names that their keys have. */
import type { Command } from '@codemirror/view';
import {
  toggleBold,
  toggleCode,
  toggleHighlight,
  toggleItalic,
  toggleStrikethrough,
} from '../commands/inline-formats.ts';
import { FORMAT_KEYS, type FormatName } from '../formats/format-keys.ts';
import { chooseLanguage } from '../kinds/code/language/write-language.ts';
import { insertLink } from '../kinds/link/insert-link.ts';
import { KIND_COMMANDS } from './kind-commands.ts';

const COMMANDS: Readonly<Record<FormatName, Command>> = {
  Bold: toggleBold,
  Italic: toggleItalic,
  Strikethrough: toggleStrikethrough,
  Highlight: toggleHighlight,
  Code: toggleCode,
  Link: insertLink,
  Text: KIND_COMMANDS.text,
  'Heading 1': KIND_COMMANDS['heading-1'],
  'Heading 2': KIND_COMMANDS['heading-2'],
  'Heading 3': KIND_COMMANDS['heading-3'],
  'Numbered list': KIND_COMMANDS.numbers,
  'Bulleted list': KIND_COMMANDS.bullets,
  'Task list': KIND_COMMANDS.tasks,
  Quote: KIND_COMMANDS.quote,
  'Code block': KIND_COMMANDS.code,
  'Language of the code': chooseLanguage,
};

export const FORMAT_SHORTCUTS = Object.entries(FORMAT_KEYS).map(([name, key]) => ({
  key,
  run: COMMANDS[name as FormatName],
}));
