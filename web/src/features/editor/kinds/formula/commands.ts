/** Formulas in the slash menu. */
import { Sigma } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertFormula } from './insert-formula.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Formula',
    group: 'Media and tables',
    isInline: true,
    icon: Sigma,
    words: '$$ math latex tex equation katex',
    rank: 7,
    run: insertFormula,
  },
];
