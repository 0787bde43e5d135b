/** Lines from right to left: each has the direction of its first strong letter, so that clicks and arrows go by sight. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { directionOfLine } from '../markdown/direction.ts';

const RIGHT_TO_LEFT = Decoration.line({ attributes: { dir: 'rtl' } });
// A longer line says with its first letters which way it goes.
const LONGEST = 500;

function find({ state, visibleRanges }: EditorView) {
  const found = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      const isTurned = line.from > done && directionOfLine(line.text.slice(0, LONGEST)) === 'rtl';
      if (isTurned && isText(state, line.from)) found.add(line.from, line.from, RIGHT_TO_LEFT);
      done = line.from;
      at = line.to + 1;
    }
  }
  return found.finish();
}

/** Rows keep the order of their columns, and code goes from left to right. */
function isText(state: EditorState, lineFrom: number): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(lineFrom, 1);
  for (; node; node = node.parent)
    if (/^(?:Table|FencedCode|CodeBlock|FrontMatter)$/.test(node.name)) return false;
  return true;
}

export const lineDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      found: find(view),
      update({ docChanged, viewportChanged, view: changed }) {
        if (docChanged || viewportChanged) this.found = find(changed);
      },
    }),
    { decorations: ({ found }) => found },
  ),
];
