/** Lines by what they are, as those ask who change a line beside another. */
import type { EditorState } from '@codemirror/state';
import type { NodeType } from '@lezer/common';
import { hasNoWords } from '../../markdown/block-groups.ts';
import type { LineMarks } from './line-marks.ts';

export const TEXT = /^(?:Paragraph|Task|(?:ATX|Setext)Heading\d|Document|ListItem|Blockquote)$/;
export const CODE = /^(?:FencedCode|CodeBlock|FrontMatter|Table)$/;

/** Whether the text of one line would go on with the next, marks and all, or be its heading. */
export function isTakenIn(above: LineMarks, next: LineMarks): boolean {
  const list = next.marks.findLast(({ kind }) => kind === 'number' || kind === 'bullet');
  const isSameList = above.marks.some(({ node }) => list && node.parent?.from === list.node.parent?.from);
  if (list) return !isSameList && (list.kind === 'number' || next.textFrom === next.line.to);
  // Two quotes become one, in which the mark of a callout is a word.
  const isCallout = next.marks.some(({ kind }) => kind === 'callout');
  if (isCallout && above.marks.some(({ kind }) => kind === 'quote')) return true;
  const isBlock = begins(next, hasNoWords) && next.block.name !== 'FencedCode';
  return isBlock || (next.block.name.startsWith('Setext') && next.block.from >= next.line.from);
}

export function isSameBlock({ block: one }: LineMarks, { block: other }: LineMarks): boolean {
  return one.name === other.name && one.from === other.from;
}

export function begins({ block, line }: LineMarks, isMeant: (type: NodeType) => boolean): boolean {
  return isMeant(block.type) && block.from >= line.from;
}

export function isUnderline(state: EditorState, { block, line, marks }: LineMarks): boolean {
  const isHeading =
    block.name.startsWith('Setext') && block.from < line.from && marks.at(-1)?.kind !== 'empty';
  return isHeading && state.doc.lineAt(block.to).number === line.number;
}

/** Whether an item or a footnote that begins in the line goes on there, or is the one that its list is counted from. */
export function keepsMark({ marks }: LineMarks, below: LineMarks, place: number): boolean {
  const isNumber = [marks, below.marks].every((own) => own.at(-1)?.kind === 'number');
  return (
    isNumber || marks.some(({ kind, node }) => /^(?:bullet|number|footnote)$/.test(kind) && node.to > place)
  );
}

/**
 * Words come up to an empty line, which has no indentation to go on with, and stay in the item they are in.
 * @returns what is put in before them, with their own indentation; undefined where they have none
 */
export function indented(
  state: EditorState,
  insert: string,
  above: LineMarks,
  { line, marks }: LineMarks,
): string | undefined {
  const isEmpty = above.marks.length === 0 && above.textFrom === above.line.to;
  const first = marks.findIndex(({ kind }) => kind !== 'indent');
  const last = (first === -1 ? marks : marks.slice(0, first)).at(-1);
  if (!isEmpty || !last) return undefined;
  const indent = state.sliceDoc(line.from, last.to);
  return insert.includes('\n') ? insert + indent : indent + insert;
}
