/** Files in the slash menu. */
import { FileUp } from 'lucide-react';
import { chooseFiles } from '../../files/choose-files.ts';
import type { SlashItem } from '../../view/slash-item.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'File…',
    group: 'Media and tables',
    description: 'From this device',
    icon: FileUp,
    words: 'upload attachment document pdf film video sound audio',
    rank: 3,
    run: chooseFiles,
  },
];
