/** Tables in the slash menu. */
import { Table } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertTable } from './insert-table.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Table',
    group: 'Media and tables',
    icon: Table,
    words: '| columns rows grid',
    rank: 1,
    run: insertTable,
  },
];
