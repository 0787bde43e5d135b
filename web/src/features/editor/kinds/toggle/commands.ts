/** Toggles in the slash menu. */
import { ChevronRight } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertToggle } from './insert-toggle.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Toggle',
    group: 'Basic blocks',
    icon: ChevronRight,
    words: '+++ details fold collapse summary',
    rank: 21,
    run: insertToggle,
  },
];
