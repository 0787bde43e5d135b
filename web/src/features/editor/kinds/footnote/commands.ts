/** Footnotes in the slash menu. */
import { Superscript } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertFootnote } from './insert-footnote.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Footnote',
    group: 'Words and links',
    isInline: true,
    icon: Superscript,
    words: '[^ reference note',
    rank: 2,
    run: insertFootnote,
  },
];
