/** Lines from right to left: each has the direction of its first strong letter, so that clicks and arrows go by sight. */
import { syntaxTree } from '@codemirror/language';
import { Compartment, type EditorState, type Extension, type Line, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import {
  type Direction,
  directionOfLines,
  hasRightToLeft,
  isWordless,
} from '../../../../../markdown/src/text/direction.ts';

const RIGHT_TO_LEFT = Decoration.line({ attributes: { dir: 'rtl' } });
// A longer block says with its first letters which way it goes.
const LONGEST = 500;
// An empty line waits for the text that goes on from the one above.
const LINES_ABOVE = 3;
const BLOCK = /^(?:Paragraph|ListItem|BulletList|OrderedList|Blockquote|FootnoteDefinition|HTMLBlock)$/;

function find({ state, visibleRanges }: EditorView) {
  const found = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      if (line.from > done && directionAt(state, line) === 'rtl')
        found.add(line.from, line.from, RIGHT_TO_LEFT);
      done = line.from;
      at = line.to + 1;
    }
  }
  return found.finish();
}

function directionAt(state: EditorState, line: Line): Direction | undefined {
  const own = directionOfLines(line.text.slice(0, LONGEST));
  if (own === 'ltr') return own;
  const blocks = blocksAt(state, line);
  // Rows keep the order of their columns, and code goes from left to right.
  if (blocks.some(({ name }) => /^(?:Table|FencedCode|CodeBlock|FrontMatter)$/.test(name))) return 'ltr';
  return own ?? directionAround(state, blocks) ?? directionAbove(state, line);
}

function blocksAt(state: EditorState, line: Line): SyntaxNode[] {
  const indent = line.text.search(/\S/);
  const blocks: SyntaxNode[] = [];
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(line.from + Math.max(indent, 0), 1);
  for (; node; node = node.parent) blocks.push(node);
  return blocks;
}

/** A line without a letter goes with the text that it is a part of. */
function directionAround(state: EditorState, blocks: readonly SyntaxNode[]): Direction | undefined {
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
    const direction = directionOfLines(doc.line(number).text.slice(0, LONGEST));
    if (direction) return direction;
  }
  return undefined;
}

const place = new Compartment();
const NOTHING: Extension = [];
let mixedLines: Extension = NOTHING;

/** What lines of both directions need is loaded with the first letter that goes from right to left. */
class LineDirections {
  found: DecorationSet;
  readonly #view: EditorView;
  #state: 'not needed' | 'wanted' | 'there' | 'destroyed' = 'not needed';

  constructor(view: EditorView) {
    this.#view = view;
    this.found = find(view);
    this.#addMixedLines();
  }

  update({ docChanged, viewportChanged, startState, state, view }: ViewUpdate): void {
    const isParsed = syntaxTree(startState) !== syntaxTree(state);
    if (docChanged || viewportChanged || isParsed) this.found = find(view);
    if (docChanged || viewportChanged) this.#addMixedLines();
  }

  destroy(): void {
    this.#state = 'destroyed';
  }

  #addMixedLines(): void {
    const { state, visibleRanges } = this.#view;
    if (place.get(state) === mixedLines && mixedLines !== NOTHING) this.#state = 'there';
    if (this.#state !== 'not needed') return;
    if (!visibleRanges.some(({ from, to }) => hasRightToLeft(state.sliceDoc(from, to)))) return;
    this.#state = 'wanted';
    void import('./mixed-lines.ts').then(
      (loaded) => {
        mixedLines = loaded.mixedLines;
        if (this.#state !== 'wanted') return;
        this.#state = 'there';
        this.#view.dispatch({ effects: place.reconfigure(mixedLines) });
      },
      () => {
        // Asked for again with the next letter.
        if (this.#state === 'wanted') this.#state = 'not needed';
      },
    );
  }
}

export const lineDirections = (): Extension => [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(LineDirections, { decorations: ({ found }) => found }),
  place.of(mixedLines),
];
