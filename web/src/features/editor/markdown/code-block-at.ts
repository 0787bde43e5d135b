/** The fenced code block around a place, and its parts. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

export interface FencedBlock {
  /** The beginning of its opening fence, after the marks of lists and quotes, and the end of its closing one. */
  readonly from: number;
  readonly to: number;
  /** The opening fence, such as three backticks. */
  readonly fence: string;
  /** The language as it is written after the fence; empty without one. */
  readonly language: string;
  readonly opening: Line;
  /** Undefined for a block that nothing ends. */
  readonly closing: Line | undefined;
  /** The signs that lists and quotes around it put before each of its lines. */
  readonly prefix: string;
  /** The numbers of its lines of code: the last is before the first where there is none. */
  readonly first: number;
  readonly last: number;
}

/** @returns undefined outside of fenced code */
export function codeBlockAt(state: EditorState, position: number): FencedBlock | undefined {
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side);
    while (node && node.name !== 'FencedCode') node = node.parent;
    if (node) return readBlock(state, node);
  }
  return undefined;
}

/** @param node of the name FencedCode */
export function readBlock(state: EditorState, node: SyntaxNode): FencedBlock | undefined {
  const [mark, end] = node.getChildren('CodeMark');
  if (!mark) return undefined;
  const { doc } = state;
  const opening = doc.lineAt(mark.from);
  const closing = end && doc.lineAt(end.from);
  const info = node.getChild('CodeInfo');
  return {
    from: mark.from,
    to: node.to,
    fence: doc.sliceString(mark.from, mark.to),
    language: info ? languageOf(doc.sliceString(info.from, info.to)) : '',
    opening,
    closing,
    // A list's mark stands before its first line only, a quote's before each.
    prefix: doc.sliceString(opening.from, mark.from).replaceAll(/[^>\s]/g, ' '),
    first: opening.number + 1,
    last: closing ? closing.number - 1 : doc.lineAt(node.to).number,
  };
}

/** The first word is the language; what follows is for other programs. */
export function languageOf(info: string): string {
  return /^[^\s{]+/.exec(info)?.[0] ?? '';
}

/** @returns where the code begins in one of the block's lines, after what belongs to lists and quotes */
export function codeStart({ prefix }: FencedBlock, line: Line): number {
  let length = 0;
  while (length < prefix.length && line.text[length] === prefix[length]) length++;
  return line.from + length;
}

export function hasCode({ first, last }: FencedBlock): boolean {
  return first <= last;
}

/** Whether a place is in the code, not on a fence. */
export function isInCode(state: EditorState, { first, last }: FencedBlock, position: number): boolean {
  const { number } = state.doc.lineAt(position);
  return number >= first && number <= last;
}

/** @returns the code as it is, without what belongs to lists and quotes */
export function readCode({ doc }: EditorState, block: FencedBlock): string {
  const lines: string[] = [];
  for (let number = block.first; number <= block.last; number++) {
    const line = doc.line(number);
    lines.push(doc.sliceString(codeStart(block, line), line.to));
  }
  return lines.join('\n');
}

/** @returns a fence that no line of the code ends */
export function fenceFor(code: string, fence: string): string {
  const mark = fence[0] ?? '`';
  const longest = [...code.matchAll(/^[\s>]*(`{3,}|~{3,})/gm)]
    .filter(([, found = '']) => found.startsWith(mark))
    .reduce((most, [, found = '']) => Math.max(most, found.length), 0);
  return mark.repeat(Math.max(fence.length, longest + 1));
}
