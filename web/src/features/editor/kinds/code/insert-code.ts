/** Makes a block of code of what is selected. */
import type { StateCommand } from '@codemirror/state';
import { type Block, insertBlock } from '../../blocks/insert-block.ts';
import { removeFence } from '../../commands/fences.ts';

/** A closed block with the caret inside, or the fences of the one around the caret taken away. */
export const insertCodeBlock: StateCommand = (target) =>
  removeFence(target) || insertBlock(target, codeBlock);

function codeBlock(code: string): Block {
  // A fence of its own length in the code would end the block.
  const inside = (code.match(/`{3,}/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(Math.max(2, ...inside) + 1);
  return { text: `${fence}\n${code}\n${fence}`, caret: fence.length + 1, selectedLength: code.length };
}
