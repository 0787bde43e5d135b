/**
 * The kinds that a block can be turned into, as menus name them, and the words that find them. A new kind belongs here,
 * in block-text.ts (`TargetKind`) and in writing-aids/menus/insert-kind.ts; one that is only inserted belongs in its kind's commands.ts alone.
 */
import {
  Heading1,
  Heading2,
  Heading3,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  SquareCode,
  TextQuote,
  Type,
} from 'lucide-react';
import type { FormatName } from '../../formats/format-keys.ts';
import type { TargetKind } from '../block-text.ts';

export interface BlockKind {
  readonly kind: TargetKind;
  /** As its key is named, too. */
  readonly name: FormatName;
  readonly icon: LucideIcon;
  /** Other words for it, and how it is written. */
  readonly words: string;
}

export const BLOCK_KINDS: readonly BlockKind[] = [
  { kind: 'text', name: 'Text', icon: Type, words: 'paragraph plain body' },
  { kind: 'heading-1', name: 'Heading 1', icon: Heading1, words: '# h1 title large' },
  { kind: 'heading-2', name: 'Heading 2', icon: Heading2, words: '## h2 section medium subtitle' },
  { kind: 'heading-3', name: 'Heading 3', icon: Heading3, words: '### h3 small' },
  { kind: 'bullets', name: 'Bulleted list', icon: List, words: '- ul items unordered points' },
  { kind: 'numbers', name: 'Numbered list', icon: ListOrdered, words: '1. ol ordered steps' },
  { kind: 'tasks', name: 'Task list', icon: ListChecks, words: '[] todo to-do checkbox checklist tick' },
  { kind: 'quote', name: 'Quote', icon: TextQuote, words: '> blockquote citation' },
  { kind: 'code', name: 'Code block', icon: SquareCode, words: '``` source snippet monospace' },
];
