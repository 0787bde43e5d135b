/** Makes a toggle around what is selected. */
import type { StateCommand } from '@codemirror/state';
import { insertBlock, insertOutside } from '../../blocks/insert-block.ts';
import { lineMarks } from '../../blocks/lines/line-marks.ts';

/** The selected text is inside, and the title is written next. In a quote it would be shown as the HTML that it is. */
export const insertToggle: StateCommand = (target) => {
  const { state } = target;
  const { marks } = lineMarks(state, state.doc.lineAt(state.selection.main.from));
  const isInQuote = marks.some(({ kind }) => kind === 'quote' || kind === 'footnote');
  const insert = isInQuote ? insertOutside : insertBlock;
  return insert(target, (_, words) => {
    const head = '<details>\n<summary>';
    return { text: `${head}</summary>\n\n${words}\n\n</details>\n\n`, caret: head.length };
  });
};
