/** A quote a thousand deep has so many marks in each line, which go out of sight as one. */
import type { EditorState } from '@codemirror/state';
import type { SyntaxNodeRef } from '@lezer/common';
import { type Decorations, HIDDEN } from '../../view/decorations.ts';
import { isRevealed } from '../../view/reveal.ts';

// Nobody writes so many.
const DEEP_QUOTE = /^(?:[ \t]?>){20}/;
const QUOTE_MARKS = /^[ \t>]*>[ \t]?/;

export function hideDeepMarks(
  { from }: SyntaxNodeRef,
  state: EditorState,
  out: Decorations,
): false | undefined {
  const line = state.doc.lineAt(from);
  if (!DEEP_QUOTE.test(line.text.slice(0, 40))) return undefined;
  if (from - line.from > 1 || isRevealed(state, line.from, line.to)) return false;
  if (from > line.from && line.text.startsWith('>')) return false;
  out.push(HIDDEN.range(from, line.from + (QUOTE_MARKS.exec(line.text)?.[0].length ?? 1)));
  return false;
}
