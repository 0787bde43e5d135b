/** Inserts a table of contents. */
import type { StateCommand } from '@codemirror/state';
import { TABLE_OF_CONTENTS } from '../../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { insertOutside } from '../../blocks/insert-block.ts';

export const insertContents: StateCommand = (target) =>
  insertOutside(target, () => ({ text: `${TABLE_OF_CONTENTS}\n`, caret: TABLE_OF_CONTENTS.length + 1 }));
