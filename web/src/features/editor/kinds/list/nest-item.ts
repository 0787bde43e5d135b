/** Tab puts an item under the one above it. Other text is not indented: four spaces would make code of it. */
import type { ChangeSpec, EditorState, Line, StateCommand, Transaction } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { WORDLESS } from '../../blocks/guards/empty-lines.ts';
import { isOnFence } from '../../blocks/guards/fence-lines.ts';
import { prefixAt, prefixIn } from '../../blocks/lines/block-place.ts';
import { withItemsKept } from '../../blocks/lines/kept-items.ts';
import { type LineMark, type LineMarks, lineMarks } from '../../blocks/lines/line-marks.ts';
import { isSameNode, itemBeside, toBlock } from '../../blocks/read-blocks.ts';
import { areCounted, countedFrom, lowestNumber, recounted } from '../../blocks/renumber.ts';
import { wholeAround } from '../../markdown/whole-blocks.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { isAroundToggle } from '../../view/toggle-state.ts';

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
  const above = item && itemBeside(item.node, 'prevSibling');
  if (!item || !above) return true;
  const own = itemOf(lineMarks(state, state.doc.lineAt(above.from)), above.from);
  const changes: ChangeSpec[] = [];
  // HTML would take in the line below it.
  if (own && isBelowHtml(state, first)) {
    const outer = prefixIn(state, item.node, false).trimEnd();
    changes.push({ from: first.line.from, insert: `${outer}${state.lineBreak}` });
  }
  const gap = own && gapBelowEmpty(state, own, first.line);
  if (gap) changes.push(gap);
  for (const line of linesOf(state, item.node)) {
    if (!own || line.text.trim() === '') continue;
    const { marks, textFrom } = lineMarks(state, line);
    const mark = marks.find(({ node }) => isBeside(node, item.node));
    if (!mark && WORDLESS.test(line.text)) continue;
    // A text's further lines may do without the spaces of their item.
    const from = mark?.from ?? Math.min(line.from + item.from - first.line.from, textFrom);
    changes.push({ from, insert: ' '.repeat(own.to - own.from) });
  }
  const isNew = above.lastChild?.name !== 'OrderedList';
  dispatch(counted(state, item.node, changes, isNew ? [{ at: item.from, start: 1 }] : []));
  return true;
};

/** @returns the empty lines below an item without words: for Markdown they end it, and nothing can be in it */
function gapBelowEmpty(state: EditorState, { from, to }: LineMark, line: Line): ChangeSpec | undefined {
  const gap = { from: state.doc.lineAt(from).to, to: line.from - 1 };
  const isGap = gap.from < gap.to && WORDLESS.test(state.sliceDoc(gap.from, gap.to));
  return to === gap.from && isGap ? gap : undefined;
}

/** Shift+Tab takes an item out of the one around it. Those that follow in its list are then its own. */
export const unnestItem: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1 || !isPreviewing(state)) return false;
  const own = itemInAnother(lineMarks(state, state.doc.lineAt(main.from)));
  if (!own) return false;
  const { mark, item, outer } = own;
  const isIn = ({ kind, node }: LineMark) => kind === 'indent' && isSameNode(node, outer);
  const changes: ChangeSpec[] = linesOf(state, item).flatMap((line) => {
    const indent = lineMarks(state, line).marks.find(isIn);
    return indent ? [{ from: indent.from, to: indent.to }] : [];
  });
  let { number } = state.doc.lineAt(item.from);
  while (number < state.doc.lines && WORDLESS.test(state.doc.line(number + 1).text)) number++;
  const rest = number < state.doc.lines ? lineMarks(state, state.doc.line(number + 1)) : undefined;
  // The rest of the outer item is in this one then.
  const gap = rest?.marks.some(isIn) && gapBelowEmpty(state, mark, rest.line);
  if (gap) changes.push(gap);
  const below = itemBeside(item, 'nextSibling');
  const next = below ? [{ at: below.from, start: 1 }] : [];
  const start = lowestNumber(state, toBlock(state, outer));
  const begun = start === undefined ? [] : [{ at: item.from, start }];
  dispatch(counted(state, item, changes, [...next, ...begun]));
  return true;
};

/** @returns the item that begins in the line, and the one that it is in, if they are on lines of their own */
function itemInAnother(read: LineMarks) {
  const mark = itemOf(read);
  const outer = mark?.node.parent?.parent;
  const isIn = read.marks.some(({ kind, node }) => kind === 'indent' && isSameNode(node, outer));
  return mark && outer && isIn ? { mark, item: mark.node, outer } : undefined;
}

/** Whether both are in one list. */
function isBeside(one: SyntaxNode, other: SyntaxNode): boolean {
  return one.name === 'ListItem' && one.parent !== null && isSameNode(one.parent, other.parent);
}

/** @returns those of all items that are selected, with all that is in them */
function linesOf(state: EditorState, item: SyntaxNode): Line[] {
  const { to } = state.selection.main;
  // Further down it is no part of the list.
  const end = Math.min(lastLine(state, to), lastLine(state, item.parent?.to ?? to));
  // The last one that is selected goes as a whole, too.
  const isSibling = ({ node }: LineMark) => isBeside(node, item);
  const lastItem = lineMarks(state, state.doc.line(end)).marks.find(isSibling)?.node ?? item;
  const last = Math.max(end, lastLine(state, item.to), lastLine(state, lastItem.to));
  const first = state.doc.lineAt(item.from).number;
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
}

/** A list that is to begin with this number, and a place in it. */
interface Begun {
  readonly at: number;
  readonly start: number;
}

function counted(
  state: EditorState,
  item: SyntaxNode,
  changes: readonly ChangeSpec[],
  begun: readonly Begun[],
): Transaction {
  let written = state.update({ changes });
  const take = (next: readonly ChangeSpec[]) => {
    const more = written.state.update({ changes: next });
    written = state.update({ changes: written.changes.compose(more.changes) });
  };
  if (areCounted(state, [toBlock(state, item)])) {
    for (const { at, start } of begun) take(countedFrom(written.state, written.changes.mapPos(at, 1), start));
    const outer = item.parent?.prevSibling ?? itemBeside(item, 'prevSibling') ?? item;
    take(
      recounted(
        written.state,
        [item, outer].map(({ from }) => written.changes.mapPos(from, 1)),
      ),
    );
  }
  const kept = withItemsKept(state, written.changes);
  return state.update({ changes: kept, scrollIntoView: true, userEvent: 'input.indent' });
}

/** Keeps the indentation that holds a block of several lines, or what is in a toggle, in its item. */
export const keepInItem: StateCommand = ({ state }) => {
  const { from, to } = state.selection.main;
  if (!isPreviewing(state)) return false;
  const first = lineMarks(state, state.doc.lineAt(from));
  // An item in another one goes with all that is in it.
  const last = itemInAnother(first) ? first.line : state.doc.lineAt(to);
  for (let { number } = first.line; number <= last.number; number++)
    if (isInToggle(state, state.doc.line(number))) return true;
  const isWhole = wholeAround(state, from) ?? wholeAround(state, Math.min(to, last.to));
  return isWhole !== undefined && prefixAt(state, isWhole.from) !== '';
};

/** Whether the line is in a toggle that an item's spaces hold. */
function isInToggle(state: EditorState, line: Line): boolean {
  const { marks } = lineMarks(state, line);
  const item = marks.findLast(({ node }) => node.name === 'ListItem')?.node;
  return item !== undefined && item.from < line.from && isAroundToggle(state, item, line);
}

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
