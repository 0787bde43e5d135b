/** The editor's commands and their keys: the key map, the toolbar's tooltips and the list of shortcuts read this table. */
import type { Command } from '@codemirror/view';
import { toggleBold, toggleCode, toggleItalic, toggleStrikethrough } from './inline-formats.ts';
import { insertCodeBlock, linkSelection } from './insertions.ts';
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

export interface Shortcut {
  readonly name: string;
  /** As CodeMirror writes keys; Mod is Ctrl, or Cmd on a Mac. */
  readonly key: string;
  readonly run: Command;
}

export const FORMAT_SHORTCUTS: readonly Shortcut[] = [
  { name: 'Bold', key: 'Mod-b', run: toggleBold },
  { name: 'Italic', key: 'Mod-i', run: toggleItalic },
  { name: 'Strikethrough', key: 'Mod-Shift-x', run: toggleStrikethrough },
  { name: 'Code', key: 'Mod-e', run: toggleCode },
  { name: 'Link the selected text', key: 'Mod-k', run: linkSelection },
  { name: 'Text', key: 'Mod-Shift-0', run: makeParagraph },
  { name: 'Heading 1', key: 'Mod-Shift-1', run: toggleHeading1 },
  { name: 'Heading 2', key: 'Mod-Shift-2', run: toggleHeading2 },
  { name: 'Heading 3', key: 'Mod-Shift-3', run: toggleHeading3 },
  { name: 'Numbered list', key: 'Mod-Shift-7', run: toggleNumbers },
  { name: 'Bulleted list', key: 'Mod-Shift-8', run: toggleBullets },
  { name: 'Task list', key: 'Mod-Shift-9', run: toggleTasks },
  { name: 'Quote', key: 'Mod-Shift-.', run: toggleQuote },
  { name: 'Code block', key: 'Mod-Alt-c', run: insertCodeBlock },
];

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const ON_MAC: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩' };
const ELSEWHERE: Readonly<Record<string, string>> = { Mod: 'Ctrl' };

/** @returns the keys as they are named on this machine's keyboard */
export function keyNames(key: string): string[] {
  const names = isMac() ? ON_MAC : ELSEWHERE;
  return key.split('-').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

export function keyText(key: string): string {
  return keyNames(key).join(isMac() ? '' : '+');
}
