/**
 * Bold, italics and the like: put around the selection or the word at the caret, and taken away where they
 * already are.
 */
import { syntaxTree } from '@codemirror/language';
import {
  type ChangeSet,
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { formatPieces, type Piece, placeInWords, restOf, takesNoMarks } from '../formats/format-pieces.ts';
import { type InlineFormat, MARKS } from '../formats/formats.ts';
import { formattedParts } from '../formats/formatted-parts.ts';
import { mark, marksAround, marksOf, replaced } from '../formats/marks.ts';
import { stayText, stayWords } from '../formats/stay-text.ts';

const toggle =
  (format: InlineFormat): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const cells = formattedParts(state);
    const change = cells
      ? {
          changes: toggleIn(
            state,
            cells.flatMap((cell) => piecesOf(state, cell, format)),
            format,
          ),
        }
      : state.changeByRange((range) => toggled(state, range, format));
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }));
    return true;
  };

function toggled(state: EditorState, range: SelectionRange, format: InlineFormat): Edit {
  const node = enclosing(state, range, format);
  if (node) return taken(state, node, range, format);
  if (takesNoMarks(state, range.from) && takesNoMarks(state, range.to)) return { range, changes: [] };
  const word = range.empty ? state.wordAt(range.head) : range;
  if (!word)
    return beginsBlock(state, range.head, format)
      ? { range, changes: [] }
      : wrap(state, range, MARKS[format]);
  const pieces = piecesOf(state, word, format);
  const changes = toggleIn(state, pieces, format);
  const place = (position: number, side: number) => changes.mapPos(position, side);
  if (range.empty)
    return { range: EditorSelection.cursor(place(range.head, range.head === word.from ? 1 : -1)), changes };
  // The marks are no part of what is selected. An address that is code as a whole is, so that it is none as a whole again.
  const [first, last] = format === 'InlineCode' ? [pieces[0], pieces.at(-1)] : [];
  const from = place(Math.min(range.from, first?.from ?? range.from), 1);
  const to = place(Math.max(range.to, last?.to ?? range.to), -1);
  return { range: selected(range, from, to), changes };
}

function piecesOf(state: EditorState, part: Piece, format: InlineFormat): Piece[] {
  return formatPieces(state, part, MARKS[format]);
}

/** Pieces that have the format lose it when all of them have it; otherwise all get it. */
function toggleIn(state: EditorState, pieces: readonly Piece[], format: InlineFormat): ChangeSet {
  const found = pieces.map((piece) => formatOf(state, piece, format));
  const isThere = found.length > 0 && found.every((each) => each !== undefined);
  if (isThere) return withoutMarks(state, [...new Set(found)]);
  const changes = pieces.flatMap((piece, index) => (found[index] ? [] : mark(state, piece, format)));
  return stayText(state, state.changes(changes));
}

function withoutMarks(state: EditorState, nodes: readonly (SyntaxNode | undefined)[]): ChangeSet {
  const marks = nodes.flatMap((node) => (node ? [marksOf(state, node)] : []));
  const codes = nodes.flatMap((node, index) => {
    const [first, last] = marks[index] ?? [];
    return node?.name === 'InlineCode' && first && last ? [{ from: first.to, to: last.from }] : [];
  });
  return stayText(state, stayWords(state, state.changes(marks.flat()), codes));
}

export const toggleBold = toggle('StrongEmphasis');
export const toggleItalic = toggle('Emphasis');
export const toggleStrikethrough = toggle('Strikethrough');
export const toggleHighlight = toggle('Highlight');
export const toggleCode = toggle('InlineCode');

/** @returns the innermost node of this name around the whole range */
export function enclosing(state: EditorState, range: Piece, name: string): SyntaxNode | undefined {
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(range.from, side);
    for (; node; node = node.parent) {
      if (node.name === name && node.from <= range.from && node.to >= range.to) return node;
    }
  }
  return undefined;
}

/** @returns the node of this format around all of a piece, or within other formats that stand around all of it */
export function formatOf(state: EditorState, piece: Piece, format: string): SyntaxNode | undefined {
  const around = enclosing(state, piece, format);
  if (around) return around;
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(piece.from, 1);
  while (node && node.from === piece.from && node.to < piece.to) node = node.parent;
  if (!node || node.from !== piece.from || node.to !== piece.to || !(node.name in MARKS)) return undefined;
  const { firstChild, lastChild } = node;
  return firstChild && lastChild && firstChild.to < lastChild.from
    ? formatOf(state, { from: firstChild.to, to: lastChild.from }, format)
    : undefined;
}

interface Edit {
  readonly range: SelectionRange;
  readonly changes: ChangeSpec;
}

/** Takes the format from what is selected, or as a whole at a caret and where another format is in between. */
function taken(state: EditorState, node: SyntaxNode, range: SelectionRange, format: InlineFormat): Edit {
  const [first, last] = marksOf(state, node);
  if (!first || !last || range.empty || !isDirectlyIn(state, range, node)) {
    const changes = withoutMarks(state, [node]);
    const place = (position: number) => changes.mapPos(position, position === range.from ? -1 : 1);
    return { range: EditorSelection.range(place(range.anchor), place(range.head)), changes };
  }
  const [before, behind] = [
    restOf(state, node, { from: first.to, to: range.from }),
    restOf(state, node, { from: range.to, to: last.from }),
  ];
  const bare = state.changes([
    ...moveMark(state, first, before, format),
    ...moveMark(state, last, behind, format),
  ]);
  const changes = stayText(state, format === 'InlineCode' ? stayWords(state, bare, [range]) : bare);
  const isFirst = before.from === before.to;
  const [from, to] = [changes.mapPos(range.from, isFirst ? -1 : 1), changes.mapPos(range.to, -1)];
  return { range: selected(range, from, to), changes };
}

/** The rest of a format gets marks at both its ends: an underscore ends nothing that a star began. */
function moveMark(state: EditorState, mark: Piece, { from, to }: Piece, format: InlineFormat): ChangeSpec[] {
  if (from === to) return [mark];
  const [opening, closing] = marksAround(state.sliceDoc(from, to), format);
  return [
    replaced(state, mark.to === from ? mark : { from, to: from }, opening),
    replaced(state, mark.from === to ? mark : { from: to, to }, closing),
    mark.to === from || mark.from === to ? [] : mark,
  ];
}

/** @returns a range between these places that goes the same way */
function selected({ anchor, head }: SelectionRange, from: number, to: number): SelectionRange {
  return anchor <= head ? EditorSelection.range(from, to) : EditorSelection.range(to, from);
}

/** Whether no other node has a mark on only one side of an end of the range. */
function isDirectlyIn(state: EditorState, { from, to }: Piece, node: SyntaxNode): boolean {
  return [from, to].every((position) => {
    for (const side of [-1, 1] as const) {
      const inner = syntaxTree(state).resolveInner(position, side);
      if (inner.from === node.from && inner.name === node.name) return true;
    }
    return false;
  });
}

/** The words typed next have the format. */
function wrap(state: EditorState, { head }: SelectionRange, text: string): Edit {
  const from = placeInWords(state, head);
  return { range: EditorSelection.cursor(from + text.length), changes: { from, insert: text + text } };
}

/** With nothing before them and nothing between, four tildes begin code, and signs of equality end a heading. */
function beginsBlock(state: EditorState, position: number, format: InlineFormat): boolean {
  if (format !== 'Strikethrough' && format !== 'Highlight') return false;
  const { from } = state.doc.lineAt(position);
  return !/[\p{L}\p{N}]/u.test(state.sliceDoc(from, position));
}
