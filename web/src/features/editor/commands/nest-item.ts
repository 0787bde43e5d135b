/** Tab puts an item under the one above it. Other text is not indented: four spaces would make code of it. */
import type { ChangeSpec, EditorState, StateCommand } from '@codemirror/state';
import { prefixAt } from '../blocks/block-place.ts';
import { isOnFence } from '../blocks/fence-lines.ts';
import { type LineMarks, lineMarks } from '../blocks/line-marks.ts';
import { wholeAround } from '../markdown/whole-blocks.ts';
import { isPreviewing } from '../view/reveal.ts';
import { isAroundToggle } from '../view/toggle-state.ts';

export const nestItem: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1 || !isPreviewing(state)) return false;
  const whole = wholeAround(state, main.from) ?? wholeAround(state, main.to);
  // Four spaces before their marks would make code of them.
  if (whole && whole.name !== 'HTMLBlock') {
    const isInside = whole.from <= main.from && main.to <= whole.to;
    const isFence = [main.from, main.to].some((at) => isOnFence(lineMarks(state, state.doc.lineAt(at))));
    return isFence || /^(?:FormulaBlock|FrontMatter)$/.test(whole.name) || !isInside;
  }
  const first = lineMarks(state, state.doc.lineAt(main.from));
  const item = itemOf(first);
  const above = item?.node.prevSibling;
  if (!item || above?.name !== 'ListItem') return true;
  const own = itemOf(lineMarks(state, state.doc.lineAt(above.from)), above.from);
  // Further down it is no part of the list.
  const end = Math.min(lastLine(state, main.to), lastLine(state, item.node.parent?.to ?? main.to));
  // The last one that is selected goes as a whole, too.
  const lastItem = itemOf(lineMarks(state, state.doc.line(end)))?.node ?? item.node;
  const last = Math.max(end, lastLine(state, item.node.to), lastLine(state, lastItem.to));
  const changes: ChangeSpec[] = [];
  // HTML would take in the line below it.
  if (own && isBelowHtml(state, first)) changes.push({ from: first.line.from, insert: state.lineBreak });
  for (let number = first.line.number; number <= last; number++) {
    const line = state.doc.line(number);
    if (line.text.trim() === '' || !own) continue;
    // A text's further lines may do without the spaces of their item.
    const from = Math.min(line.from + item.from - first.line.from, lineMarks(state, line).textFrom);
    changes.push({ from, insert: ' '.repeat(own.to - own.from) });
  }
  dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'input.indent' }));
  return true;
};

/** Keeps the indentation that holds a block of several lines, or what is in a toggle, in its item. */
export const keepInItem: StateCommand = ({ state }) => {
  const { from, to } = state.selection.main;
  if (!isPreviewing(state)) return false;
  const { marks, line } = lineMarks(state, state.doc.lineAt(from));
  const item = marks.findLast(({ node }) => node.name === 'ListItem')?.node;
  if (item && item.from < line.from && isAroundToggle(state, item, line)) return true;
  const isWhole = wholeAround(state, from) ?? wholeAround(state, to);
  return isWhole !== undefined && prefixAt(state, isWhole.from) !== '';
};

function isBelowHtml(state: EditorState, { line: { number } }: LineMarks): boolean {
  return number > 1 && lineMarks(state, state.doc.line(number - 1)).block.name === 'HTMLBlock';
}

function itemOf({ marks }: LineMarks, from?: number) {
  const items = marks.filter(({ kind }) => kind === 'bullet' || kind === 'number');
  return from === undefined ? items[0] : items.find(({ node }) => node.from === from);
}

function lastLine({ doc }: EditorState, position: number): number {
  const line = doc.lineAt(position);
  return position === line.from ? Math.max(1, line.number - 1) : line.number;
}
