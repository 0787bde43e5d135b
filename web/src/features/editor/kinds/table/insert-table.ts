/** Inserts an empty table. */
import type { StateCommand } from '@codemirror/state';
import { insertBlock } from '../../blocks/insert-block.ts';

const TABLE = ['|  |  |  |', '| --- | --- | --- |', '|  |  |  |', '|  |  |  |'].join('\n');

export const insertTable: StateCommand = (target) => insertBlock(target, () => ({ text: TABLE, caret: 2 }));
