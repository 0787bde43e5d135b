/**
 * A command on words makes no block, and no format of its own accord: where marks go, a backslash comes before a sign that
 * would mean something without them.
 */
import { syntaxTree } from '@codemirror/language';
import type { ChangeSet, ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { beginningEscapes } from '../markdown/exchange/as-words.ts';
import type { Piece } from './format-pieces.ts';

const PREFIX = /^[ \t]*(?:>[ \t]?)*[ \t]*/;
const TEXTS = /^(?:Paragraph|SetextHeading[12]|Task)$/;
const MEANS_NOTHING =
  /^(?:Document|Paragraph|.*Heading[1-6]|Task.*|Table.*|List.*|.*List|Blockquote|URL|Autolink|Escape|.*Mark|.*Delimiter)$/;
const BACKSLASH = /\\(?=[!-/:-@[-`{-~]|$)/gm;
// In a cell the backslash before a bar is no part of the code.
const BACKSLASH_IN_CELL = /\\(?=[!-/:-@[-`{}~]|$)/gm;
// Each sign that is escaped may leave another one.
const MOST_ROUNDS = 20;

/** @returns the same changes, where a line that was text stays text */
export function stayText(state: EditorState, changes: ChangeSet): ChangeSet {
  const next = changes.apply(state.doc);
  const more: ChangeSpec[] = [];
  const seen = new Set<number>();
  changes.iterChangedRanges((from) => {
    const line = state.doc.lineAt(from);
    if (seen.has(line.number)) return;
    seen.add(line.number);
    const start = textStart(state, line, from);
    if (start === undefined || beginningEscapes(state.sliceDoc(start, line.to)).length > 0) return;
    const at = changes.mapPos(start, -1);
    const text = next.sliceString(at, next.lineAt(at).to);
    const words = text.trimStart();
    const first = at + text.length - words.length;
    if (first > at) more.push({ from: at, to: first });
    for (const place of beginningEscapes(words)) more.push({ from: first + place, insert: '\\' });
  });
  return more.length === 0 ? changes : changes.compose(state.update({ changes }).state.changes(more));
}

/** Finds the beginning of a line's text, after the marks of the blocks around it; undefined where no block can begin. */
function textStart(state: EditorState, line: Line, position: number): number | undefined {
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side);
    while (node && !TEXTS.test(node.name)) node = node.parent;
    if (!node) continue;
    if (node.from < line.from) return line.from + (PREFIX.exec(line.text)?.[0].length ?? 0);
    const box = node.getChild('TaskMarker');
    return box ? box.to + (/^[ \t]*/.exec(state.sliceDoc(box.to, line.to))?.[0].length ?? 0) : node.from;
  }
  return undefined;
}

/**
 * @param codes what stood between the marks of code that these changes take away
 * @returns the same changes, where each sign of it is read as itself
 */
export function stayWords(state: EditorState, changes: ChangeSet, codes: readonly Piece[]): ChangeSet {
  let all = changes;
  const add = (next: EditorState, more: readonly ChangeSpec[]) => {
    all = all.compose(next.changes(more));
  };
  const next = state.update({ changes }).state;
  const partIn = ({ from, to }: Piece) => ({ from: all.mapPos(from, 1), to: all.mapPos(to, -1) });
  add(
    next,
    codes.flatMap((code) => {
      const { from, to } = partIn(code);
      const pattern = isInCell(state, code) ? BACKSLASH_IN_CELL : BACKSLASH;
      return [...next.sliceDoc(from, to).matchAll(pattern)].map(({ index }) => backslash(from + index));
    }),
  );
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const tried = state.update({ changes: all }).state;
    const more = codes.flatMap((code) => meanings(tried, partIn(code)).map(backslash));
    if (more.length === 0) break;
    add(tried, more);
  }
  return all;
}

function isInCell(state: EditorState, { from }: Piece): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, -1);
  while (node && node.name !== 'TableCell') node = node.parent;
  return node !== null;
}

function backslash(from: number): ChangeSpec {
  return { from, insert: '\\' };
}

/** Finds the marks of everything that begins or ends in this part and means something. */
function meanings(state: EditorState, { from, to }: Piece): number[] {
  const places: number[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (MEANS_NOTHING.test(name) || (name === 'Link' && !node.getChild('URL'))) return true;
      if (node.from >= from && node.from < to) places.push(node.from);
      else if (node.from < from && node.to > from && node.to <= to && node.lastChild)
        places.push(node.lastChild.from);
      else return true;
      return false;
    },
  });
  return places;
}
