/** Lines have the direction of their first strong letter, those without one that of the text around. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, type Line, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  Direction as TextDirection,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import {
  type Direction,
  directionOfLines,
  isWordless,
} from '../../../../../../markdown/src/text/direction.ts';
import { directionOfTable } from '../../kinds/table/drawn/cell-direction.ts';
import { togglesOf } from '../../view/toggle-state.ts';

const TURNED = { 'data-turned': '' };
const RIGHT_TO_LEFT = Decoration.line({ attributes: { dir: 'rtl' } });
const LOOKS = {
  ltr: Decoration.line({ attributes: TURNED }),
  rtl: Decoration.line({ attributes: { dir: 'rtl', ...TURNED } }),
};
// A longer block says with its first letters which way it goes.
const LONGEST = 500;
// An empty line waits for the text that goes on from the one above.
const LINES_ABOVE = 3;
const BLOCK = /^(?:Paragraph|ListItem|BulletList|OrderedList|Blockquote|FootnoteDefinition|HTMLBlock)$/;

function find({ state, visibleRanges }: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  let at = 0;
  for (const { from, to } of visibleRanges) {
    for (at = Math.max(at, state.doc.lineAt(from).from); at <= to; ) {
      const line = state.doc.lineAt(at);
      const look = lookAt(state, line);
      if (look) found.add(line.from, line.from, look);
      at = line.to + 1;
    }
  }
  return found.finish();
}

/** In a quote that goes the other way, its bar stays where it is. */
function lookAt(state: EditorState, line: Line): Decoration | undefined {
  const direction = directionAt(state, line) ?? 'ltr';
  const quote = blocksAt(state, line).findLast(({ name }) => name === 'Blockquote');
  const around = quote && directionAround(state, [quote]);
  if (around !== undefined && around !== direction) return LOOKS[direction];
  return direction === 'rtl' ? RIGHT_TO_LEFT : undefined;
}

export function directionAt(state: EditorState, line: Line): Direction | undefined {
  const own = directionOfLines(line.text);
  // A row may go the other way, with its table.
  if (own === 'ltr' && !line.text.includes('|')) return own;
  const blocks = blocksAt(state, line);
  const table = blocks.find(({ name }) => name === 'Table');
  if (table) return directionOfTable(state, table) === TextDirection.LTR ? 'ltr' : 'rtl';
  if (own === 'ltr' || blocks.some(({ name }) => /^(?:FencedCode|CodeBlock|FrontMatter)$/.test(name)))
    return 'ltr';
  return (
    own ?? directionAround(state, blocks) ?? directionOfToggle(state, line) ?? directionAbove(state, line)
  );
}

/** Lines in a toggle stand beside its marks in Markdown, and belong to it on the screen. */
function directionOfToggle(state: EditorState, line: Line): Direction | undefined {
  const around = togglesOf(state).filter(({ from, to }) => from <= line.from && line.to <= to);
  return directionAround(
    state,
    around.reverse().map(({ from, to }) => ({ name: 'HTMLBlock', from, to })),
  );
}

function blocksAt(state: EditorState, line: Line): SyntaxNode[] {
  const indent = line.text.search(/\S/);
  const blocks: SyntaxNode[] = [];
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(line.from + Math.max(indent, 0), 1);
  for (; node; node = node.parent) blocks.push(node);
  return blocks;
}

/** A line without a letter goes with the text that it is a part of. */
function directionAround(
  state: EditorState,
  blocks: readonly Pick<SyntaxNode, 'name' | 'from' | 'to'>[],
): Direction | undefined {
  for (const { name, from, to } of blocks) {
    if (!BLOCK.test(name)) continue;
    const direction = directionOfLines(state.sliceDoc(from, Math.min(to, from + LONGEST)));
    if (direction) return direction;
  }
  return undefined;
}

function directionAbove({ doc }: EditorState, line: Line): Direction | undefined {
  if (!isWordless(line.text)) return undefined;
  for (let number = line.number - 1; number >= Math.max(line.number - LINES_ABOVE, 1); number--) {
    const direction = directionOfLines(doc.line(number).text);
    if (direction) return direction;
  }
  return undefined;
}

export const lineDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  EditorView.contentAttributes.of({ 'data-directed': '' }),
  ViewPlugin.define(
    (view) => ({
      found: find(view),
      update({ docChanged, viewportChanged, startState, state, view: changed }: ViewUpdate) {
        if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
          this.found = find(changed);
      },
    }),
    { decorations: ({ found }) => found },
  ),
];
