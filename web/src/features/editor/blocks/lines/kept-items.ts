/** Items stay items below what a command changes: right below a text, Markdown reads another number than 1, or an empty item, as words. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { ChangeSet, EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

const MARKS = /^([\s>]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const BLANK = /^[\s>]*$/;
const OUTER = /^(?:>[ ]?)*[^\s>]/;
const PARSE_MS = 20;

/** @returns the changes, and an empty line above each item that would be none after them */
export function withItemsKept(state: EditorState, changes: ChangeSet): ChangeSet {
  if (changes.empty) return changes;
  let kept = changes;
  let next = state.update({ changes }).state;
  let [number, last] = changedLines(next, changes);
  for (; number <= next.doc.lines && !isOut(next, number, last); number++) {
    const line = next.doc.line(number);
    if (!isLost(state, kept, next, line)) continue;
    const [, outer = ''] = MARKS.exec(line.text) ?? [];
    const gap = next.changes({ from: line.from, insert: `${outer.trimEnd()}${state.lineBreak}` });
    const apart = next.update({ changes: gap }).state;
    // Far from the margin, it would become code.
    if (!isItem(apart, apart.doc.line(number + 1))) continue;
    kept = kept.compose(gap);
    next = apart;
    number++;
    last++;
  }
  return kept;
}

/** @returns the numbers of the first and the last line that is changed */
function changedLines({ doc }: EditorState, changes: ChangeSet): [number, number] {
  let [first, last] = [doc.length, 0];
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    first = Math.min(first, from);
    last = Math.max(last, to);
  });
  return [doc.lineAt(first).number, doc.lineAt(last).number];
}

/** A text goes on up to an empty line; only what is in an item goes on below that. */
function isOut({ doc }: EditorState, number: number, last: number): boolean {
  return number > last + 1 && OUTER.test(doc.line(number).text) && BLANK.test(doc.line(number - 1).text);
}

/** Whether an item, or what the changes have written as one, is read as words. */
function isLost(state: EditorState, changes: ChangeSet, next: EditorState, line: Line): boolean {
  const at = markAt(line);
  if (at === undefined) return false;
  if (!/^(?:Paragraph|Task|SetextHeading\d)$/.test(nodeAt(next, at).name)) return false;
  const before = changes.invertedDesc.mapPos(at, 1);
  const isWritten = changes.mapPos(before, 1) !== at;
  return isWritten || nodeAt(state, before).name === 'ListMark';
}

function isItem(state: EditorState, line: Line): boolean {
  const at = markAt(line);
  return at !== undefined && nodeAt(state, at).name === 'ListMark';
}

/** @returns the place where the line would begin an item */
function markAt({ from, text }: Line): number | undefined {
  const [, outer] = MARKS.exec(text) ?? [];
  return outer === undefined ? undefined : from + outer.length;
}

function nodeAt(state: EditorState, at: number): SyntaxNode {
  const { to } = state.doc.lineAt(at);
  return (ensureSyntaxTree(state, to, PARSE_MS) ?? syntaxTree(state)).resolve(at, 1);
}
