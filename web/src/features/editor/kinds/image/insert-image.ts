/** Inserts images by their addresses. */
import type { StateCommand } from '@codemirror/state';
import { insertBlock } from '../../blocks/insert-block.ts';

export const insertImage: StateCommand = (target) =>
  insertBlock(target, () => ({ text: '![](https://)', caret: 2 }));

/** Each alone beside the other, they are a row (markdown/picture-row.ts). */
export const insertPictures: StateCommand = (target) =>
  insertBlock(target, () => ({ text: '![](https://) ![](https://)', caret: 2 }));
