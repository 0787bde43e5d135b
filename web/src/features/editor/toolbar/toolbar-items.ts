/**
 * The toolbar's buttons, in groups. A new block belongs in the slash menu, too (writing-aids/menus/slash-menu.ts).
 */
import type { Command } from '@codemirror/view';
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Highlighter,
  Image,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Minus,
  Plus,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react';
import {
  toggleBold,
  toggleCode,
  toggleHighlight,
  toggleItalic,
  toggleStrikethrough,
} from '../commands/inline-formats.ts';
import {
  toggleBullets,
  toggleHeading1,
  toggleHeading2,
  toggleHeading3,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
} from '../commands/line-formats.ts';
import { openSlashMenu } from '../commands/open-slash-menu.ts';
import { redo, undo } from '../commands/undo/undo-history.ts';
import { choosePictures } from '../files/choose-files.ts';
import { insertCodeBlock } from '../kinds/code/insert-code.ts';
import { insertLink } from '../kinds/link/insert-link.ts';
import { insertRule } from '../kinds/rule/insert-rule.ts';
import { insertTable } from '../kinds/table/insert-table.ts';

export interface ToolbarItem {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly run: Command;
  /** Its name in `activeFormats`; left out for a button that only inserts. */
  readonly format?: string;
}

/** Formats of words: in the bar, and over the selection. */
export const SELECTION_ITEMS: readonly ToolbarItem[] = [
  { name: 'Bold', icon: Bold, run: toggleBold, format: 'StrongEmphasis' },
  { name: 'Italic', icon: Italic, run: toggleItalic, format: 'Emphasis' },
  { name: 'Strikethrough', icon: Strikethrough, run: toggleStrikethrough, format: 'Strikethrough' },
  { name: 'Highlight', icon: Highlighter, run: toggleHighlight, format: 'Highlight' },
  { name: 'Code', icon: Code, run: toggleCode, format: 'InlineCode' },
  { name: 'Link', icon: Link, run: insertLink },
];

export const TOOLBAR_GROUPS: readonly (readonly ToolbarItem[])[] = [
  [{ name: 'Insert a block', icon: Plus, run: openSlashMenu }],
  [
    { name: 'Heading 1', icon: Heading1, run: toggleHeading1, format: 'heading-1' },
    { name: 'Heading 2', icon: Heading2, run: toggleHeading2, format: 'heading-2' },
    { name: 'Heading 3', icon: Heading3, run: toggleHeading3, format: 'heading-3' },
  ],
  SELECTION_ITEMS,
  [
    { name: 'Bulleted list', icon: List, run: toggleBullets, format: 'bullets' },
    { name: 'Numbered list', icon: ListOrdered, run: toggleNumbers, format: 'numbers' },
    { name: 'Task list', icon: ListChecks, run: toggleTasks, format: 'tasks' },
    { name: 'Quote', icon: TextQuote, run: toggleQuote, format: 'quote' },
  ],
  [
    { name: 'Code block', icon: SquareCode, run: insertCodeBlock, format: 'FencedCode' },
    { name: 'Table', icon: Table, run: insertTable },
    { name: 'Image', icon: Image, run: choosePictures },
    { name: 'Divider', icon: Minus, run: insertRule },
  ],
  [
    { name: 'Undo', icon: Undo2, run: undo },
    { name: 'Redo', icon: Redo2, run: redo },
  ],
];
