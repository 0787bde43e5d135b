/** Code that is a picture, in the slash menu. */
import { Workflow } from 'lucide-react';
import { insertDiagram } from '../../commands/insert-kinds.ts';
import type { SlashItem } from '../../view/slash-item.ts';

export const commands: readonly SlashItem[] = [
  {
    name: 'Diagram',
    group: 'Media and tables',
    icon: Workflow,
    words: 'mermaid flowchart graph sequence',
    run: insertDiagram,
  },
];
