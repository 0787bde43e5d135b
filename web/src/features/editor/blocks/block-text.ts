/** The words of a block without its marks, and with those of another kind. */
import type { EditorState } from '@codemirror/state';
import { escapeBeginning, escapeHeadingEnd } from '../markdown/exchange/as-words.ts';
import { type Block, firstNested } from './read-blocks.ts';
import { contentIndent, indentOf } from './separators.ts';

export type TargetKind =
  | 'text'
  | 'heading-1'
  | 'heading-2'
  | 'heading-3'
  | 'bullets'
  | 'numbers'
  | 'tasks'
  | 'quote'
  | 'code';

export interface BareText {
  /** The lines of the block itself. */
  readonly own: readonly string[];
  /** The blocks nested in it, or after its first paragraph. */
  readonly rest: readonly string[];
  /** How far the block as a whole is indented. */
  readonly indent: number;
  /** Whether its lines are a heading's, where no sign begins a block. */
  readonly isHeading?: boolean;
}

const LIST_MARKS: Partial<Record<TargetKind, string>> = { bullets: '- ', numbers: '1. ', tasks: '- [ ] ' };

export function isListKind(kind: TargetKind): boolean {
  return LIST_MARKS[kind] !== undefined;
}

export function bareText(state: EditorState, block: Block): BareText {
  const lines = state.sliceDoc(block.from, block.to).split('\n');
  switch (block.name) {
    case 'ListItem':
      return bareItem(state, block, lines);
    case 'Blockquote':
      return { ...paragraphs(lines.map((line) => line.replace(/^[ ]*>[ ]?/, ''))), indent: 0 };
    case 'FencedCode': {
      const hasEnd = block.node.getChildren('CodeMark').length > 1;
      return { ...paragraphs(lines.slice(1, hasEnd ? -1 : undefined)), indent: 0 };
    }
    case 'CodeBlock':
      return { ...paragraphs(lines.map((line) => line.replace(/^ {1,4}|^\t/, ''))), indent: 0 };
    default:
      return {
        own: bareHeading(block.name, lines),
        rest: [],
        indent: 0,
        isHeading: block.name.includes('Heading'),
      };
  }
}

/** @returns the same words as a block of this kind */
export function writeText({ own, rest, indent, isHeading }: BareText, kind: TargetKind): string {
  const [first = '', ...others] = own;
  const isText = kind !== 'code' && !kind.startsWith('heading');
  const lines = writeLines(isHeading && isText ? [escapeBeginning(first), ...others] : own, rest, kind);
  return lines.map((line) => (line.trim() === '' ? line : ' '.repeat(indent) + line)).join('\n');
}

function writeLines(own: readonly string[], rest: readonly string[], kind: TargetKind): string[] {
  const mark = LIST_MARKS[kind];
  if (mark !== undefined) {
    // The blocks of a task are indented as below a bullet.
    const deep = ' '.repeat(kind === 'tasks' ? 2 : mark.length);
    const [first = '', ...others] = [...own, ...rest];
    return [mark + first, ...others.map((line) => (line === '' ? '' : deep + line))];
  }
  const below =
    rest.length > 0 && rest[0] !== '' && kind !== 'quote' && kind !== 'code' ? ['', ...rest] : rest;
  if (kind === 'quote') return [...own, ...rest].map((line) => (line === '' ? '>' : `> ${line}`));
  if (kind === 'code') return fence([...own, ...rest]);
  if (kind === 'text') return [...own, ...below];
  // A heading is one line.
  const words = own.map((line) => line.trim()).join(' ');
  return [`${'#'.repeat(Number(kind.at(-1)))} ${escapeHeadingEnd(words)}`, ...below];
}

export function fence(lines: readonly string[]): string[] {
  const inside = lines.flatMap((line) => line.match(/`{3,}/g) ?? []).map(({ length }) => length);
  const mark = '`'.repeat(Math.max(2, ...inside) + 1);
  return [mark, ...lines, mark];
}

function bareItem(state: EditorState, block: Block, lines: readonly string[]): BareText {
  const deep = contentIndent(state, block);
  const nested = firstNested(state, block);
  const count = nested
    ? state.doc.lineAt(nested.from).number - state.doc.lineAt(block.from).number
    : lines.length;
  const [first = '', ...others] = lines;
  const dedented = others.map((line) => line.replace(new RegExp(`^ {0,${deep}}`), ''));
  const words = first.replace(/^[ ]*(?:[-*+]|\d{1,9}[.)])[ ]*(?:\[[ xX]\](?:[ ]+|$))?/, '');
  const own = [words, ...dedented.slice(0, count - 1)];
  while (own.length > 1 && own.at(-1) === '') own.pop();
  return { own, rest: dedented.slice(count - 1), indent: indentOf(state, block) };
}

function bareHeading(name: string, lines: readonly string[]): string[] {
  if (name.startsWith('ATX'))
    return [(lines[0] ?? '').replace(/^[ ]*#{1,6}[ \t]*/, '').replace(/[ \t]+#+[ \t]*$/, '')];
  return name.startsWith('Setext') ? lines.slice(0, -1) : [...lines];
}

function paragraphs(lines: readonly string[]): { own: string[]; rest: string[] } {
  const blank = lines.findIndex((line) => line.trim() === '');
  return blank <= 0
    ? { own: [...lines], rest: [] }
    : { own: lines.slice(0, blank), rest: lines.slice(blank) };
}
