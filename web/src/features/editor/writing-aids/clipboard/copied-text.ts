/** The selected text, as it is written and with the marks around it that it was taken out of. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, SelectionRange } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { isFormat } from '../../formats/formats.ts';

const CODE: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'CodeText', 'FrontMatter']);

interface CopiedText {
  /** Letter by letter what is selected. */
  readonly plain: string;
  /** The same with the marks that begin before it or end after it: words out of bold text are bold. */
  readonly marked: string;
}

/** @returns undefined for code, which is nothing but its text, and where nothing is selected */
export function copiedText(state: EditorState): CopiedText | undefined {
  const ranges = state.selection.ranges.filter(({ empty }) => !empty);
  if (ranges.length === 0 || ranges.every((range) => isOneCode(state, range))) return undefined;
  return {
    plain: ranges.map(({ from, to }) => state.sliceDoc(from, to)).join(state.lineBreak),
    marked: ranges.map((range) => withMarks(state, range)).join(`${state.lineBreak}${state.lineBreak}`),
  };
}

function withMarks(state: EditorState, { from, to }: SelectionRange): string {
  const opening = inlineAround(state, from, 1)
    .filter((node) => node.from < from && (node.firstChild?.to ?? from) <= from)
    .map((node) => markText(state, node.firstChild))
    .reverse();
  const closing = inlineAround(state, to, -1)
    .filter((node) => node.to > to && (closingMark(node)?.from ?? to) >= to)
    .map((node) => state.sliceDoc(closingMark(node)?.from ?? node.to, node.to));
  return opening.join('') + state.sliceDoc(from, to) + closing.join('');
}

/** The innermost first. */
function inlineAround(state: EditorState, position: number, side: -1 | 1): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side);
  for (; node; node = node.parent) if (isFormat(node.name) || node.name === 'Link') nodes.push(node);
  return nodes;
}

/** A link's closing mark is the bracket, with the address after it. */
function closingMark(node: SyntaxNode): SyntaxNode | null {
  return node.name === 'Link' ? (node.getChildren('LinkMark')[1] ?? null) : node.lastChild;
}

function markText(state: EditorState, mark: SyntaxNode | null): string {
  return mark ? state.sliceDoc(mark.from, mark.to) : '';
}

function isOneCode(state: EditorState, { from, to }: SelectionRange): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, 1);
  for (; node; node = node.parent) if (CODE.has(node.name)) return node.from <= from && node.to >= to;
  return false;
}
