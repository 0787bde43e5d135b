/** Inserts a divider. */
import type { StateCommand } from '@codemirror/state';
import { insertOutside } from '../../blocks/insert-block.ts';

export const insertRule: StateCommand = (target) =>
  insertOutside(target, () => ({ text: '---\n', caret: 4 }));
