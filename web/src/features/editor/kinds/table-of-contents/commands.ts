/** Tables of contents in the slash menu. */
import { TableOfContents } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertContents } from './insert-contents.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Table of contents',
    group: 'Basic blocks',
    icon: TableOfContents,
    words: '[toc] toc outline',
    rank: 22,
    run: insertContents,
  },
];
