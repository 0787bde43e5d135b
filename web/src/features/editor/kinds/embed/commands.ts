/** Cards in the slash menu. */
import { MonitorPlay } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertEmbed } from '../link/popover/embed-link.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Embed…',
    group: 'Media and tables',
    description: 'A video, music, a map, a document',
    icon: MonitorPlay,
    words: 'video youtube vimeo loom spotify soundcloud figma codepen maps docs player iframe card',
    rank: 6,
    run: insertEmbed,
  },
];
