/** Code that is a picture, in the slash menu. */
import { Workflow } from 'lucide-react';
import type { SlashItem } from '../../view/slash-item.ts';
import { insertDiagram } from './insert-diagram.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Diagram',
    group: 'Media and tables',
    icon: Workflow,
    words: 'mermaid flowchart graph sequence',
    run: insertDiagram,
  },
];
