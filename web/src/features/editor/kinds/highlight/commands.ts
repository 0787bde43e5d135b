/** Highlights in the slash menu. */
import { Highlighter } from 'lucide-react';
import { toggleHighlight } from '../../commands/inline-formats.ts';
import { FORMAT_KEYS } from '../../formats/format-keys.ts';
import type { SlashItem } from '../../view/slash-item.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Highlight',
    group: 'Words and links',
    isInline: true,
    keys: FORMAT_KEYS.Highlight,
    icon: Highlighter,
    words: '== mark',
    rank: 1,
    run: toggleHighlight,
  },
];
