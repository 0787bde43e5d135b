/** Commands that insert a whole: code, tables, rules, images. */
import type { StateCommand } from '@codemirror/state';
import { type Block, insertBlock, insertOutside } from '../blocks/insert-block.ts';
import { removeFence } from './fences.ts';

export const insertImage: StateCommand = (target) =>
  insertBlock(target, () => ({ text: '![](https://)', caret: 2 }));

/** Each alone beside the other, they are a row (markdown/picture-row.ts). */
export const insertPictures: StateCommand = (target) =>
  insertBlock(target, () => ({ text: '![](https://) ![](https://)', caret: 2 }));

/** A closed block with the caret inside, or the fences of the one around the caret taken away. */
export const insertCodeBlock: StateCommand = (target) =>
  removeFence(target) || insertBlock(target, codeBlock);

export const insertRule: StateCommand = (target) =>
  insertOutside(target, () => ({ text: '---\n', caret: 4 }));

const TABLE = ['|  |  |  |', '| --- | --- | --- |', '|  |  |  |', '|  |  |  |'].join('\n');

export const insertTable: StateCommand = (target) => insertBlock(target, () => ({ text: TABLE, caret: 2 }));

function codeBlock(code: string): Block {
  // A fence of its own length in the code would end the block.
  const inside = (code.match(/`{3,}/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(Math.max(2, ...inside) + 1);
  return { text: `${fence}\n${code}\n${fence}`, caret: fence.length + 1, selectedLength: code.length };
}
