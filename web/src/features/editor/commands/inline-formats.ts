/**
 * Bold, italics and the like: put around the selection or the word at the caret, and taken away where they
 * already are.
 */
import { syntaxTree } from '@codemirror/language';
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { formattedParts, type Part } from './formatted-parts.ts';

export type InlineFormat = 'StrongEmphasis' | 'Emphasis' | 'Strikethrough' | 'Highlight' | 'InlineCode';

const MARKS: Readonly<Record<InlineFormat, string>> = {
  StrongEmphasis: '**',
  Emphasis: '*',
  Strikethrough: '~~',
  Highlight: '==',
  InlineCode: '`',
};

const toggle =
  (format: InlineFormat): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const parts = formattedParts(state);
    if (parts) {
      const changes = toggleParts(state, parts, format);
      dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'input.format' }));
      return true;
    }
    const change = state.changeByRange((range) => {
      const node = enclosing(state, range, format);
      return node ? remove(node, range) : wrap(state, range, MARKS[format]);
    });
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }));
    return true;
  };

export const toggleBold = toggle('StrongEmphasis');
export const toggleItalic = toggle('Emphasis');
export const toggleStrikethrough = toggle('Strikethrough');
export const toggleHighlight = toggle('Highlight');
export const toggleCode = toggle('InlineCode');

/** @returns the innermost node of this name around the whole range */
export function enclosing(state: EditorState, range: Part, name: string): SyntaxNode | undefined {
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(range.from, side);
    for (; node; node = node.parent) {
      if (node.name === name && node.from <= range.from && node.to >= range.to) return node;
    }
  }
  return undefined;
}

/** Those that have it lose it when all of them have it; otherwise all get it. */
function toggleParts(state: EditorState, parts: readonly Part[], format: InlineFormat): ChangeSpec[] {
  const lacking = parts.filter((part) => !isFormatted(state, part, format));
  const mark = MARKS[format];
  return (lacking.length > 0 ? lacking : parts).flatMap(({ from, to }) => [
    ...marksWithin(state, from, to, format),
    ...(lacking.length > 0
      ? [
          { from, insert: mark },
          { from: to, insert: mark },
        ]
      : []),
  ]);
}

/** Whether all of a text has the format, other formats aside that are put around it. */
export function isFormatted(state: EditorState, { from, to }: Part, format: string): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, 1);
  while (node && node.from === from && node.to < to) node = node.parent;
  if (!node || node.from !== from || node.to !== to) return false;
  if (node.name === format) return true;
  const { firstChild, lastChild } = node;
  const isFormat = node.name in MARKS && firstChild !== null && lastChild !== null;
  return isFormat && isFormatted(state, { from: firstChild.to, to: lastChild.from }, format);
}

/** Deletes the marks of the format: within a text that gets them as a whole they would end it. */
function marksWithin(state: EditorState, from: number, to: number, format: InlineFormat): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name !== format || node.from < from || node.to > to) return;
      for (const mark of [node.firstChild, node.lastChild])
        if (mark) changes.push({ from: mark.from, to: mark.to });
    },
  });
  return changes;
}

interface Edit {
  readonly range: SelectionRange;
  readonly changes: ChangeSpec[];
}

function remove(node: SyntaxNode, range: SelectionRange): Edit {
  const opening = node.firstChild;
  const closing = node.lastChild;
  if (!opening || !closing) return { range, changes: [] };
  const length = opening.to - opening.from;
  const inside = (position: number) => Math.min(Math.max(position, opening.to), closing.from) - length;
  return {
    range: EditorSelection.range(inside(range.anchor), inside(range.head)),
    changes: [
      { from: opening.from, to: opening.to },
      { from: closing.from, to: closing.to },
    ],
  };
}

function wrap(state: EditorState, range: SelectionRange, mark: string): Edit {
  const word = range.empty ? state.wordAt(range.head) : null;
  const { from, to } = word ?? trimmed(state, range);
  const moved = (position: number) => Math.min(Math.max(position, from), to) + mark.length;
  return {
    range: EditorSelection.range(moved(range.anchor), moved(range.head)),
    changes: [
      { from, insert: mark },
      { from: to, insert: mark },
    ],
  };
}

/** Marks that stand beside a space mark nothing. */
function trimmed(state: EditorState, { from, to }: SelectionRange): { from: number; to: number } {
  const text = state.sliceDoc(from, to);
  if (text.trim() === '') return { from, to };
  return {
    from: from + text.length - text.trimStart().length,
    to: to - (text.length - text.trimEnd().length),
  };
}
