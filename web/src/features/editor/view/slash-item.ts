/** The type of an entry of the slash menu. The entries are in writing-aids/menus/slash-items.ts and in `commands.ts` of each kind. */
import type { StateCommand } from '@codemirror/state';
import type { LucideIcon } from 'lucide-react';

export interface SlashItem {
  readonly name: string;
  readonly group: SlashGroup;
  readonly icon: LucideIcon;
  /** Other words for it, and how it is written. */
  readonly words: string;
  readonly run: StateCommand;
  /** Its place in its group, as people know it. Entries without one come after those with one. */
  readonly rank?: number;
  /** It stands among the words of a line. */
  readonly isInline?: true;
  /** Its key, as CodeMirror writes keys. */
  readonly keys?: string;
  /** Needed if the name alone does not say it. */
  readonly description?: string;
}

/** In this order. */
export const SLASH_GROUPS = [
  'Basic blocks',
  'Callouts',
  'Media and tables',
  'Words and links',
  'Turn this block into',
] as const;
export type SlashGroup = (typeof SLASH_GROUPS)[number];
