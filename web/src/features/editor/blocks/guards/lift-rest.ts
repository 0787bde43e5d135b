/** An item whose own lines are deleted leaves the rest of it, which then stands where it stood. */
import { EditorSelection, type EditorState, type Line, type TransactionSpec } from '@codemirror/state';
import type { TextEdit } from '../../../document/moves/edits/text-changes.ts';
import { isSameBlock, TEXT } from '../lines/line-kinds.ts';
import { type LineMark, lineMarks } from '../lines/line-marks.ts';

/** @returns undefined where no item begins in the lines that goes on below them */
export function withItsRestLifted(
  state: EditorState,
  first: Line,
  last: Line,
  event: string,
): TransactionSpec | undefined {
  const isBegun = ({ node }: LineMark) =>
    node.name === 'ListItem' && node.from >= first.from && node.from < last.from && node.to > last.from;
  const own = lineMarks(state, first);
  const item = own.marks.find(isBegun);
  const rest = lineMarks(state, last);
  const { textFrom } = rest;
  // Its text goes on: the item stays.
  if (item && TEXT.test(own.block.name) && isSameBlock(own, rest))
    return { changes: { from: own.textFrom, to: textFrom }, userEvent: event };
  const changes: TextEdit[] = [{ from: first.from, to: last.from, insert: '' }];
  for (let { number } = last; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    const indents = lineMarks(state, line).marks.filter((mark) => mark.kind === 'indent' && isBegun(mark));
    if (indents.length === 0 && line.text.trim() !== '') {
      // Right below a text, its number would be one of the words.
      const gap = `${state.sliceDoc(first.from, item?.from ?? first.from).trimEnd()}\n`;
      if (changes.length > 1 && /^[\s>]*\d/.test(line.text))
        changes.push({ from: line.from, to: line.from, insert: gap });
      break;
    }
    changes.push(...indents.map(({ from, to }) => ({ from, to, insert: '' })));
  }
  if (changes.length === 1) return undefined;
  const set = state.changes(changes);
  return { changes, selection: EditorSelection.cursor(set.mapPos(textFrom, -1)), userEvent: event };
}
