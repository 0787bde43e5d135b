/**
 * Enter in lists and quotes begins the next item, with its number, or the next line. On a line that has only a mark it ends the list or
 * the quote. A blank line goes between it and
 * what is written next: without one that would still belong to its last line (CommonMark 5.1, laziness), and be read
 * there by every other program.
 */
import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { syntaxTree } from '@codemirror/language';
import {
  ChangeSet,
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
  type Text,
  type Transaction,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { liftedBlock } from '../blocks/guards/lift-block.ts';
import { knowsMarks } from '../blocks/knows-marks.ts';
import { prefixAt, prefixIn } from '../blocks/lines/block-place.ts';
import { TEXT } from '../blocks/lines/line-kinds.ts';
import { lineMarks } from '../blocks/lines/line-marks.ts';
import { isSameNode, toBlock } from '../blocks/read-blocks.ts';
import { areCounted, recounted } from '../blocks/renumber.ts';
import { isAroundToggle } from '../view/toggle-state.ts';

// An empty item ends the list at once, instead of first spacing out the items above it.
const continueMarkup = insertNewlineContinueMarkupCommand({ nonTightLists: false });

const QUOTE_MARKS = /^[ ]*(?:>[ ]*)+$/;
const LIST_MARK_AT_END = /(?:[-*+]|\d+[.)])(?:[ ]+\[[ x]\])?[ ]*$/i;

/** Enter in Markdown continues the list or quote, or ends it. */
export const continueOrEndBlock: StateCommand = (target) =>
  beginNextItem(target) ||
  endQuote(target) ||
  endItemAbove(target) ||
  endItemBelowText(target) ||
  continueOrEndList(target);

/** An item without words of its own leaves its list with the texts and blocks that stand in it right below. */
function endItemAbove({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { main, ranges } = state.selection;
  const { line, marks, textFrom } = lineMarks(state, state.doc.lineAt(main.head));
  const item = marks.at(-1);
  if (ranges.length > 1 || !main.empty || textFrom < line.to || line.number === state.doc.lines) return false;
  if (item?.kind !== 'bullet' && item?.kind !== 'number') return false;
  const below = lineMarks(state, state.doc.line(line.number + 1));
  const isIn =
    below.marks.at(-1)?.kind === 'indent' && below.marks.some(({ node }) => isSameNode(node, item.node));
  const lifted = isIn && below.textFrom < below.line.to && liftedBlock(state, textFrom);
  if (lifted) dispatch(state.update({ ...lifted, userEvent: 'input', annotations: knowsMarks.of(true) }));
  return Boolean(lifted);
}

/** Right below a text, an item without words is a part of that text for Markdown, and ends as one in a list does. */
function endItemBelowText({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { main, ranges } = state.selection;
  const { line, marks } = lineMarks(state, state.doc.lineAt(main.head));
  const own = marks.at(-1);
  if (ranges.length > 1 || !main.empty || own?.kind !== 'empty') return false;
  const outer = marks.at(-2)?.node;
  const isLast = outer?.name === 'ListItem' && !/[^\s>]/.test(state.sliceDoc(line.to, outer.to));
  if (isLast && !isAroundToggle(state, outer, line)) return putNextItem(state, dispatch, line, outer);
  const prefix = state.sliceDoc(line.from, own.from);
  const blank = `${prefix.trimEnd()}${state.lineBreak}`;
  const insert = blank + prefix;
  const isFollowed = line.number < state.doc.lines && !isBlank(state.doc.line(line.number + 1).text);
  const below = isFollowed ? `${state.lineBreak}${prefix.trimEnd()}` : '';
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert: insert + below },
      selection: EditorSelection.cursor(line.from + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
      annotations: knowsMarks.of(true),
    }),
  );
  return true;
}

function continueOrEndList({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { text } = state.doc.lineAt(state.selection.main.head);
  const mayEnd = state.selection.ranges.length === 1 && LIST_MARK_AT_END.test(text);
  return continueMarkup({
    state,
    dispatch: (continued) =>
      dispatch(mayEnd ? setApart(state, continued) : withoutGap(state, withNumbersKept(state, continued))),
  });
}

/** A line that goes on in an item is no other item, and those below keep their numbers. */
function withNumbersKept(state: EditorState, continued: Transaction): Transaction {
  const { newDoc, newSelection } = continued;
  const { head } = newSelection.main;
  const line = newDoc.lineAt(head);
  const before = line.text.slice(0, head - line.from);
  if (state.selection.ranges.length > 1 || newDoc.lines <= state.doc.lines || !isBlank(before))
    return continued;
  const changes: { readonly from: number; readonly to: number; readonly insert: Text }[] = [];
  continued.changes.iterChanges((from, to, _fromB, _toB, insert) => {
    const isNumber = /^\d+$/.test(state.sliceDoc(from, to)) && /^\d+$/.test(insert.toString());
    if (!isNumber) changes.push({ from, to, insert });
  });
  // The library takes the box of a task for a part of its indentation, and the line for one without.
  const missing = prefixAt(state, state.selection.main.head).slice(before.length);
  const kept = state.changes(changes);
  return state.update({
    changes: kept.compose(ChangeSet.of({ from: head, insert: missing }, kept.newLength)),
    selection: EditorSelection.cursor(head + missing.length),
    scrollIntoView: true,
    userEvent: 'input',
    // The guards have seen it.
    filter: false,
  });
}

const EMPTY_ITEM = /^([ ]*)(?:[-*+]|\d+[.)])[ ]+(?:\[[ x]\][ ]*)?$/;

/** An item may begin with one empty line: behind a second one, what is nested further in would be code. */
function withoutGap(state: EditorState, continued: Transaction): Transaction {
  const { newDoc, newSelection } = continued;
  const line = newDoc.lineAt(newSelection.main.head);
  const indent = EMPTY_ITEM.exec(line.text)?.[1];
  if (indent === undefined || line.number + 2 > newDoc.lines) return continued;
  const [gap, next] = [newDoc.line(line.number + 1), newDoc.line(line.number + 2)];
  if (gap.text.trim() !== '' || !next.text.startsWith(`${indent}    `)) return continued;
  const changes = continued.state.changes({ from: line.to, to: gap.to });
  return state.update({
    changes: continued.changes.compose(changes),
    selection: newSelection,
    scrollIntoView: true,
    userEvent: 'input',
    filter: false,
  });
}

/** Nothing but quotes' marks is left of the line: the list in it, or in no quote, has ended. */
function setApart(state: EditorState, ended: Transaction): Transaction {
  const { newDoc } = ended;
  const line = newDoc.lineAt(ended.newSelection.main.head);
  const isEnd = line.text.trim() === '' || QUOTE_MARKS.test(line.text);
  if (
    !isEnd ||
    newDoc.lines > state.doc.lines ||
    line.number === 1 ||
    isBlank(newDoc.line(line.number - 1).text)
  )
    return ended;
  const blank = `${line.text.trimEnd()}${state.lineBreak}`;
  return state.update({
    changes: ended.changes.compose(ended.state.changes({ from: line.from, insert: blank })),
    selection: EditorSelection.cursor(ended.newSelection.main.head + blank.length),
    scrollIntoView: true,
    userEvent: 'input',
  });
}

/** Below the last block of an item, an empty line is the place of the next one. */
function beginNextItem({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || !isBlank(line.text) || line.number === 1) return false;
  const { from, item } = endedItem(state, line) ?? {};
  if (!item || from === undefined) return false;
  // Another item would end the toggle in this one, and leave its marks as words.
  if (isAroundToggle(state, item, line)) {
    const further = `${state.lineBreak}${prefixIn(state, item)}`;
    dispatch(state.update(state.replaceSelection(further), { scrollIntoView: true, userEvent: 'input' }));
    return true;
  }
  return putNextItem(state, dispatch, { from, to: line.to }, item);
}

/** @param place what the mark of the item after this one goes in place of */
function putNextItem(
  state: EditorState,
  dispatch: Parameters<StateCommand>[0]['dispatch'],
  { from, to }: { readonly from: number; readonly to: number },
  item: SyntaxNode,
): boolean {
  const outer = prefixIn(state, item, false);
  const insert = outer + nextMark(state, item);
  const isJoined = isRightAbove(state, state.doc.lineAt(to), item);
  const gap = isJoined ? `${state.lineBreak}${outer.trimEnd()}` : '';
  const written = state.update({ changes: { from, to, insert: insert + gap } });
  const isCounted = areCounted(state, [toBlock(state, item)]);
  const numbers = written.state.changes(isCounted ? recounted(written.state, [from]) : []);
  dispatch(
    state.update({
      changes: written.changes.compose(numbers),
      selection: EditorSelection.cursor(from + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
      // The line may be the empty one that a toggle ends with.
      annotations: knowsMarks.of(true),
    }),
  );
  return true;
}

/** @returns the innermost item that the empty line is in, and where the line begins with the empty one above it */
function endedItem(
  state: EditorState,
  line: Line,
): { readonly item: SyntaxNode | undefined; readonly from: number } | undefined {
  const direct = state.doc.line(line.number - 1);
  const isGap = isBlank(direct.text) && line.number > 2;
  const above = lineMarks(state, isGap ? state.doc.line(line.number - 2) : direct);
  if (above.textFrom === above.line.to) return undefined;
  const items = above.marks.filter(({ node }) => node.name === 'ListItem').map(({ node }) => node);
  // Below a text, the spaces in the line say which one.
  const isBelowWhole = !isGap && !TEXT.test(above.block.name);
  // In a quote, those around it do not end with it.
  const quotes = (text: string) => text.split('>').length;
  const isIn = (item: SyntaxNode) => {
    const prefix = prefixIn(state, item);
    return prefix.length <= line.length && quotes(prefix) === quotes(line.text);
  };
  const item = line.length === 0 ? isBelowWhole && items.at(-1) : items.findLast(isIn);
  // A text that goes on below an empty line would leave the list, and an empty item in it.
  const goesOn = item && isGap && /[^\s>]/.test(state.sliceDoc(line.to, item.to));
  return { item: goesOn ? undefined : item || undefined, from: isGap ? direct.from : line.from };
}

/** A text right below would go on with the words of the new item. */
function isRightAbove(state: EditorState, { number }: Line, item: SyntaxNode): boolean {
  if (number === state.doc.lines) return false;
  const { line, marks } = lineMarks(state, state.doc.line(number + 1));
  const lists: (number | undefined)[] = [];
  for (let node: SyntaxNode | null = item; node; node = node.parent)
    if (node.name === 'ListItem') lists.push(node.parent?.from);
  const isNextItem = marks.some(
    ({ kind, node }) => (kind === 'bullet' || kind === 'number') && lists.includes(node.parent?.from),
  );
  return !isBlank(line.text) && !isNextItem;
}

function nextMark(state: EditorState, item: SyntaxNode): string {
  const mark = item.getChild('ListMark');
  const text = mark ? state.sliceDoc(mark.from, mark.to) : '-';
  const number = /^\d+/.exec(text)?.[0];
  if (number !== undefined) return `${Number(number) + 1}${text.slice(number.length)} `;
  return item.getChild('Task') ? `${text} [ ] ` : `${text} `;
}

function endQuote({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.to) return false;
  if (!QUOTE_MARKS.test(line.text) || !isInQuote(state, line.to)) return false;
  const outer = line.text.slice(0, line.text.lastIndexOf('>'));
  const follows = line.number > 1 && !isBlank(state.doc.line(line.number - 1).text);
  const insert = follows ? `${outer.trimEnd()}${state.lineBreak}${outer}` : outer;
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert },
      selection: EditorSelection.cursor(line.from + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
}

/** In code, the mark of a quote is code. */
function isInQuote(state: EditorState, position: number): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1).node; ; ) {
    if (node.name === 'Blockquote') return true;
    if (node.name === 'FencedCode' || node.name === 'CodeBlock' || !node.parent) return false;
    node = node.parent;
  }
}

function isBlank(text: string): boolean {
  return text.trim() === '' || QUOTE_MARKS.test(text);
}
