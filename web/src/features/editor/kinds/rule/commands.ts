/** Dividers in the slash menu. */
import { Minus } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertRule } from './insert-rule.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Divider',
    group: 'Basic blocks',
    icon: Minus,
    words: '--- rule line hr horizontal separator',
    rank: 20,
    run: insertRule,
  },
];
