/** Properties in the slash menu. */
import { Tags } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertProperty } from './insert-property.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Property',
    group: 'Basic blocks',
    description: 'A name and a value above the text',
    icon: Tags,
    words: 'front matter frontmatter yaml metadata tags aliases attribute field',
    rank: 23,
    run: insertProperty,
  },
];
