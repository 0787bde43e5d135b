/** A new block goes below the line of the caret or takes its place, and stays in the item or the quote that the line is in. */
import type { EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { calloutOf } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { type LineMark, lineMarks } from './line-marks.ts';

export interface Place {
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
  /** Stands before each line of the block but the first. */
  readonly prefix: string;
}

/** The item or quote around, as the further lines in it say it. */
interface Around {
  readonly line: Line;
  readonly prefix: string;
  readonly marks: readonly LineMark[];
  readonly textFrom: number;
}

/**
 * Blocks stand alone: an empty line before and after, unless there is one already.
 * @param stays whether the block belongs to the item or quote around it
 */
export function placeBetween(state: EditorState, from: number, to: number, stays: boolean): Place {
  const around = aroundLine(state, state.doc.lineAt(from), stays);
  const { line, prefix, textFrom } = around;
  if (from < to) {
    const before = breaksBefore(state, from, around);
    return { from, to, before, after: breaksAfter(state, to, prefix, around.marks), prefix };
  }
  const hasWords = state.sliceDoc(textFrom, line.to).trim() !== '';
  const whole = stays ? undefined : goesOn(state, around);
  if (whole) return belowWhole(state, around, whole, hasWords);
  const after = breaksAfter(state, line.to, prefix, around.marks);
  if (hasWords) return { from: line.to, to: line.to, before: apart(state, prefix), after, prefix };
  const own = around.marks.findLast(({ kind }) => kind !== 'quote' && kind !== 'indent');
  if (!own || !stays) {
    // In place of an empty line, or of the mark of an item that it ends.
    const gap = isBlank(state, line.number - 1, prefix) ? '' : `${prefix.trimEnd()}${state.lineBreak}`;
    return { from: line.from, to: line.to, before: gap + prefix, after, prefix };
  }
  return {
    from: own.kind === 'heading' ? own.from : line.to,
    to: line.to,
    ...behind(state, around, own),
    after,
  };
}

/** @returns an item or a callout that goes on below this line: without its beginning the rest would be something else */
function goesOn(state: EditorState, { line, marks }: Around): SyntaxNode | undefined {
  const read = (from: number, to: number) => state.sliceDoc(from, to);
  const whole = marks.find(
    ({ node }) =>
      node.name === 'ListItem' || (node.name === 'Blockquote' && calloutOf(node, read) !== undefined),
  )?.node;
  return whole && state.doc.lineAt(whole.to).number > line.number ? whole : undefined;
}

function belowWhole(state: EditorState, { line }: Around, whole: SyntaxNode, hasWords: boolean): Place {
  const { to } = state.doc.lineAt(whole.to);
  const after = breaksAfter(state, to, '', []);
  const gap = state.lineBreak.repeat(2);
  // An empty line goes, unless the whole begins with it.
  if (hasWords || whole.from >= line.from) return { from: to, to, before: gap, after, prefix: '' };
  return { from: line.from, to, before: state.sliceDoc(line.to + 1, to) + gap, after, prefix: '' };
}

/** After the mark of an item that is empty. The box of a task and the head of a callout need a line of their own. */
function behind(
  { lineBreak }: EditorState,
  { prefix, line }: Around,
  { kind }: LineMark,
): Pick<Place, 'before' | 'prefix'> {
  if (kind === 'task' || kind === 'callout') return { before: `${lineBreak}${prefix}`, prefix };
  const isTight = kind !== 'heading' && !/\s$/.test(line.text);
  return { before: isTight ? ' ' : '', prefix: isTight ? `${prefix} ` : prefix };
}

/** @returns the block as its lines stand there, and how far a place in it has moved */
export function withPrefix(
  text: string,
  prefix: string,
): { readonly text: string; readonly moved: (at: number) => number } {
  if (prefix === '') return { text, moved: (at) => at };
  return {
    text: text.replaceAll('\n', `\n${prefix}`),
    moved: (at) => at + prefix.length * (text.slice(0, at).split('\n').length - 1),
  };
}

/** @returns what stands before the further lines of what is in this line */
export function prefixAt(state: EditorState, position: number): string {
  return aroundLine(state, state.doc.lineAt(position), true).prefix;
}

/** @returns the same for what is in this item or quote, or around it */
export function prefixIn(state: EditorState, container: SyntaxNode, isInside = true): string {
  const { marks } = lineMarks(state, state.doc.lineAt(container.from));
  const own = marks.findIndex(({ node }) => node.from === container.from && node.name === container.name);
  return marks
    .slice(0, own + (isInside ? 1 : 0))
    .map(further)
    .join('');
}

function aroundLine(state: EditorState, line: Line, stays: boolean): Around {
  const { marks, textFrom } = lineMarks(state, line);
  if (!stays) return { line, prefix: '', marks, textFrom };
  const isEmpty = line.text.trim() === '';
  return { line, prefix: isEmpty ? line.text : marks.map(further).join(''), marks, textFrom };
}

/** A list's mark stands before its first line only, a quote's before each. */
function further({ kind, from, to, node }: LineMark): string {
  if (kind === 'quote') return '> ';
  if (kind === 'footnote') return '    ';
  const isItem = kind === 'bullet' || kind === 'number' || (kind === 'indent' && node.name === 'ListItem');
  return isItem ? ' '.repeat(to - from) : '';
}

function apart({ lineBreak }: EditorState, prefix: string): string {
  return `${lineBreak}${prefix.trimEnd()}${lineBreak}${prefix}`;
}

function breaksBefore(state: EditorState, position: number, { line, prefix, textFrom }: Around): string {
  if (state.sliceDoc(Math.min(textFrom, position), position).trim() !== '') return apart(state, prefix);
  // The marks before it are those of its first line.
  if (prefix !== '') return '';
  return isBlank(state, line.number - 1, prefix) ? '' : state.lineBreak;
}

/** @returns what keeps a block that ends here apart from what is below it */
export function breaksAfter(
  state: EditorState,
  position: number,
  prefix: string,
  marks: readonly LineMark[],
): string {
  const line = state.doc.lineAt(position);
  if (state.sliceDoc(position, line.to).trim() !== '') return apart(state, prefix);
  if (isBlank(state, line.number + 1, prefix)) return '';
  return isNextItem(state, line.number + 1, marks) && prefix !== ''
    ? ''
    : `${state.lineBreak}${prefix.trimEnd()}`;
}

/** Whether the line begins the item after one of those around: it ends whatever is in them. */
function isNextItem(state: EditorState, number: number, around: readonly LineMark[]): boolean {
  const lists = around.filter(({ node }) => node.name === 'ListItem').map(({ node }) => node.parent?.from);
  const { marks } = lineMarks(state, state.doc.line(number));
  return marks.some(
    ({ kind, node }) => (kind === 'bullet' || kind === 'number') && lists.includes(node.parent?.from),
  );
}

/** Outside of quotes, an empty line of one is no empty line. */
export function isBlank({ doc }: EditorState, number: number, prefix: string): boolean {
  if (number < 1 || number > doc.lines) return true;
  return (prefix.includes('>') ? /^[\s>]*$/ : /^\s*$/).test(doc.line(number).text);
}
