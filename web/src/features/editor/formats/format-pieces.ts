/**
 * The pieces of a selection that marks can stand around: one in each text, heading, item or cell. A piece goes around the
 * whole of a formula, a code or an address that it begins or ends in, and stops at the edge of a format that it would cross.
 */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { isTableOfContents } from '../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { wholeAround } from '../markdown/whole-blocks.ts';
import { isNesting } from './formats.ts';

export interface Piece {
  readonly from: number;
  readonly to: number;
}

const CALLOUT = /^[\s>]*\[![A-Za-z][\w-]*(?:\|[^[\]]*)?\][+-]?(?=\s|$)[ \t]*/;
// More than that nobody writes in a row.
const FAR = 100;
const TEXTS = /^(?:Paragraph|ATXHeading[1-6]|SetextHeading[12]|TableCell|Task)$/;
const BLOCK_MARKS: ReadonlySet<string> = new Set(['HeaderMark', 'TaskMarker', 'QuoteMark']);
const ATOMS: ReadonlySet<string> = new Set([
  ...['InlineCode', 'Formula', 'Footnote', 'Image', 'Autolink', 'URL', 'HTMLTag', 'Entity', 'Escape'],
  'WikiLink',
]);

const NO_CODE: ReadonlySet<string> = new Set([
  ...['Formula', 'Footnote', 'Image', 'HTMLTag', 'Entity', 'WikiLink'],
]);
// A piece may begin or end in it.
const isWithin = (name: string) => isNesting(name) || name === 'Link';
const LETTER = /[^\s\p{S}\p{P}]/u;
const SIGN = /[\p{S}\p{P}]/u;

/** @returns whether marks would be no more than letters here */
export function takesNoMarks(state: EditorState, position: number): boolean {
  const whole = wholeAround(state, position);
  return whole !== undefined && whole.name !== 'Table';
}

/** @param mark around code all is read as letters: then a piece ends at every other format, link or image */
export function formatPieces(state: EditorState, { from, to }: Piece, mark: string): Piece[] {
  const isCode = mark.startsWith('`');
  const pieces: Piece[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (!TEXTS.test(name)) return true;
      // With marks it would be words.
      if (isTableOfContents(state.sliceDoc(node.from, node.to))) return false;
      const text = withoutMarks(state, node);
      const piece = { from: Math.max(from, text.from), to: Math.min(to, text.to) };
      const parts = splitAtFormats(state, node, around(node, piece), mark).map((part) =>
        trimmed(state, part),
      );
      pieces.push(...(isCode ? parts : parts.map((part) => flanked(state, node, part, mark))));
      return false;
    },
  });
  return pieces.filter((piece) => piece.from < piece.to);
}

/** @returns what is left of a format, on one side, when a part of it loses the format */
export function restOf(state: EditorState, format: SyntaxNode, { from, to }: Piece): Piece {
  if (format.name !== 'InlineCode') return flanked(state, format, trimmed(state, { from, to }));
  const code = state.sliceDoc(from, to);
  const start = from + code.length - code.trimStart().length;
  return { from: start, to: Math.max(start, from + code.trimEnd().length) };
}

/** @returns this place, or the nearest one in the words of its line: before the mark of a heading or an item is none */
export function placeInWords(state: EditorState, position: number): number {
  const line = state.doc.lineAt(position);
  let place: number | undefined;
  syntaxTree(state).iterate({
    from: line.from,
    to: line.to,
    enter: ({ name, node }) => {
      if (place !== undefined || !TEXTS.test(name)) return place === undefined;
      const words = withoutMarks(state, node);
      place = Math.min(Math.max(position, words.from), Math.max(words.from, words.to));
      return false;
    },
  });
  return place ?? position;
}

/** The words of a heading, an item or a callout, without what makes it one. */
function withoutMarks(state: EditorState, node: SyntaxNode): Piece {
  let { from, to } = node;
  const first = state.doc.lineAt(from);
  const [mark] = (node.parent?.name === 'Blockquote' && CALLOUT.exec(first.text)) || [''];
  if (mark !== '') from = Math.min(to, Math.max(from, first.from + mark.length));
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!BLOCK_MARKS.has(child.name)) continue;
    if (child.from === from) from = child.to + spaceAt(state, child.to);
    else if (child.to === to && child.name === 'HeaderMark') to = child.from;
  }
  return { from: Math.min(from, to), to };
}

function spaceAt(state: EditorState, position: number): number {
  return /^[ \t]*/.exec(state.sliceDoc(position, state.doc.lineAt(position).to))?.[0].length ?? 0;
}

/** The piece with the whole of what it begins or ends within, and no mark can stand in. */
function around(text: SyntaxNode, { from, to }: Piece): Piece {
  const piece = { from, to };
  text.cursor().iterate(({ name, node }) => {
    if (node.to <= from || node.from >= to) return node.from < to && node.to > from;
    if (!ATOMS.has(name)) return true;
    const { parent } = node;
    const outer = name === 'URL' && parent?.name === 'Link' ? parent : node;
    piece.from = Math.min(piece.from, outer.from);
    piece.to = Math.max(piece.to, outer.to);
    return false;
  });
  return piece;
}

function splitAtFormats(state: EditorState, node: SyntaxNode, part: Piece, mark: string): Piece[] {
  const isCode = mark.startsWith('`');
  const pieces: Piece[] = [];
  const { from, to } = isCode ? part : withWholeFormats(node, part);
  let start = from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    // The marks of a quote stand before each of its lines.
    if (child.name === 'QuoteMark' && child.to <= to && state.sliceDoc(start, child.from).trim() === '')
      start = Math.max(start, child.to);
    const isFormat = isWithin(child.name);
    if (child.to <= from || child.from >= to || !(isFormat || (isCode && NO_CODE.has(child.name)))) continue;
    if (!isCode && child.from >= from && child.to <= to && !isBesideLetter(state, child, { from, to }, mark))
      continue;
    if (start < child.from) pieces.push({ from: start, to: child.from });
    const inside = insideOf(child);
    const within = { from: Math.max(from, inside.from), to: Math.min(to, inside.to) };
    if (isFormat && within.from < within.to) pieces.push(...splitAtFormats(state, child, within, mark));
    start = child.to;
  }
  if (start < to) pieces.push({ from: start, to });
  return pieces;
}

/** A format whose words are all in the piece, and that ends in it or begins in it, is in it with its marks. */
function withWholeFormats(node: SyntaxNode, { from, to }: Piece): Piece {
  let [start, end] = [from, to];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!isWithin(child.name) || child.to <= from || child.from >= to) continue;
    const inside = insideOf(child);
    if (child.from < from && from <= inside.from && child.to <= to) start = child.from;
    if (child.to > to && to >= inside.to && child.from >= from) end = child.to;
  }
  return { from: start, to: end };
}

/** Returns the text between the marks of a format; of a link, its text. */
function insideOf({ name, firstChild, lastChild, from, to, node }: SyntaxNode): Piece {
  if (name !== 'Link') return { from: firstChild?.to ?? from, to: lastChild?.from ?? to };
  const [opening, closing] = node.getChildren('LinkMark');
  return { from: opening?.to ?? from, to: closing?.from ?? to };
}

/** At an end of the piece the marks of a format keep other marks from a letter, beside which those mark nothing. */
function isBesideLetter(state: EditorState, format: SyntaxNode, { from, to }: Piece, mark: string): boolean {
  return (
    (format.from === from && isLetterBeside(state, from, -1, mark)) ||
    (format.to === to && isLetterBeside(state, to, 1, mark))
  );
}

/** Stars become one run with a star that is put beside them: what stands beyond them is beside it then. */
function isLetterBeside(
  state: EditorState,
  position: number,
  side: 1 | -1,
  mark: string | undefined,
): boolean {
  let at = position;
  const sign = () => (side === 1 ? signAt(state, at) : signBefore(state, at));
  while (mark?.startsWith('*') && sign() === '*') at += side;
  return LETTER.test(sign());
}

function signBefore(state: EditorState, position: number): string {
  return [...state.sliceDoc(Math.max(0, position - 2), position)].at(-1) ?? '';
}

function signAt(state: EditorState, position: number): string {
  return [...state.sliceDoc(position, position + 2)].at(0) ?? '';
}

/**
 * Between a letter outside and a sign inside, a mark marks nothing (CommonMark 6.2, flanking): the sign is left out. Of a code or a
 * formula none can be, and the rest of the word beside it comes along.
 * @param mark that is put around it; undefined where it may not become longer, and the code is left out, too
 */
function flanked(state: EditorState, text: SyntaxNode, { from, to }: Piece, mark?: string): Piece {
  if (from >= to) return { from, to };
  let [start, end] = [from, to];
  const first = signAt(state, from);
  if (isLetterBeside(state, from, -1, mark) && SIGN.test(first)) {
    const atom = atomAt(text, from, 1);
    if (atom && (mark === undefined || atom.name === 'Escape')) start = atom.to;
    else if (!atom) start += first.length;
    else start -= wordBeside(state.sliceDoc(Math.max(text.from, from - FAR), from), -1).length;
  }
  const last = signBefore(state, to);
  if (isLetterBeside(state, to, 1, mark) && SIGN.test(last)) {
    const atom = atomAt(text, to, -1);
    if (atom && (mark === undefined || atom.name === 'Escape')) end = atom.from;
    else if (!atom) end -= last.length;
    else end += wordBeside(state.sliceDoc(to, Math.min(text.to, to + FAR)), 1).length;
  }
  return start === from && end === to
    ? { from, to }
    : trimmed(state, { from: start, to: Math.max(start, end) });
}

/** The things that begin at this place, or end here, and that no mark can stand in. */
function atomAt(text: SyntaxNode, position: number, side: 1 | -1): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  text.cursor().iterate(({ name, node }) => {
    if (found || node.to < position || node.from > position) return false;
    if (ATOMS.has(name) && (side === 1 ? node.from : node.to) === position) found = node;
    return !found;
  });
  return found;
}

/** The word that ends a text, or begins it: Japanese has no spaces between them. */
function wordBeside(text: string, side: 1 | -1): string {
  const letters = (side === 1 ? /^[^\s\p{S}\p{P}]+/u : /[^\s\p{S}\p{P}]+$/u).exec(text)?.[0] ?? '';
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...words.segment(letters)].at(side === 1 ? 0 : -1)?.segment ?? '';
}

/** Marks that stand beside a space mark nothing. */
function trimmed(state: EditorState, { from, to }: Piece): Piece {
  const text = state.sliceDoc(from, to);
  if (text.trim() === '') return { from, to: from };
  const start = from + text.length - text.trimStart().length;
  const backslashes = /\\*$/.exec(state.sliceDoc(Math.max(0, start - FAR), start))?.[0].length ?? 0;
  // After a backslash a mark would be a letter.
  return { from: start - (backslashes % 2), to: to - (text.length - text.trimEnd().length) };
}
