/** Inserts a diagram to begin with. */
import type { StateCommand } from '@codemirror/state';
import { insertBlock } from '../../blocks/insert-block.ts';

const DIAGRAM = 'graph TD\n  A[Idea] --> B[Draft] --> C[Done]';

export const insertDiagram: StateCommand = (target) =>
  insertBlock(target, () => ({
    text: `\`\`\`mermaid\n${DIAGRAM}\n\`\`\``,
    caret: '```mermaid\n'.length,
    selectedLength: DIAGRAM.length,
  }));
