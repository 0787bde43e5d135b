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
export function enclosing(state: EditorState, range: SelectionRange, name: string): SyntaxNode | undefined {
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(range.from, side);
    for (; node; node = node.parent) {
      if (node.name === name && node.from <= range.from && node.to >= range.to) return node;
    }
  }
  return undefined;
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
