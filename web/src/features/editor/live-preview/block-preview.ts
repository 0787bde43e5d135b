/**
 * Blocks that are shown as something else while nothing is written in them: formulas and the table of contents;
 * and what is drawn beneath code that is a picture. They stand
 * for whole lines, so a state field holds them; it looks at the page's outermost blocks only.
 */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, type WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { texOf } from '../markdown/formulas.ts';
import { outermostBlocks } from '../markdown/outermost-blocks.ts';
import { isTableOfContents } from '../markdown/table-of-contents.ts';
import { readOutline } from '../outline/read-outline.ts';
import { isRevealed, revealedSpans } from './reveal.ts';
import { ContentsWidget } from './widgets/contents-widget.ts';
import { DiagramWidget } from './widgets/diagram-widget.ts';
import { FormulaWidget } from './widgets/formula-widget.ts';

const LONGEST_CONTENTS = 12;

const blocks = StateField.define<DecorationSet>({
  create: findBlocks,
  update: (value, transaction) => {
    const { startState, state } = transaction;
    const isSame =
      !transaction.docChanged &&
      syntaxTree(startState) === syntaxTree(state) &&
      revealedSpans(startState) === revealedSpans(state);
    return isSame ? value : findBlocks(state);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function blockPreview(): Extension {
  return [
    blocks,
    Prec.high(
      keymap.of([
        { key: 'ArrowUp', run: (view) => enterBlock(view, -1) },
        { key: 'ArrowDown', run: (view) => enterBlock(view, 1) },
      ]),
    ),
    EditorView.domEventHandlers({ mousedown: enterByPointer }),
  ];
}

function findBlocks(state: EditorState): DecorationSet {
  const found: Range<Decoration>[] = [];
  const tree = syntaxTree(state);
  const show = (start: number, end: number, widget: FormulaWidget | ContentsWidget) => {
    const { from } = state.doc.lineAt(start);
    const { to } = state.doc.lineAt(end);
    // While a formula is written, what it looks like stands beneath.
    if (!isRevealed(state, start, end))
      found.push(Decoration.replace({ widget, block: true }).range(from, to));
    else if (widget instanceof FormulaWidget)
      found.push(Decoration.widget({ widget, block: true, side: 1 }).range(to));
  };
  for (const { block, from } of outermostBlocks(tree, 'FormulaBlock')) {
    const node = tree.topNode.childAfter(from);
    const tex = node ? texOf(node, (start, end) => state.sliceDoc(start, end)) : '';
    show(from, from + block.length, new FormulaWidget(tex, 'block'));
  }
  for (const { block, from } of outermostBlocks(tree, 'FencedCode')) {
    const to = from + block.length;
    const node = tree.topNode.childAfter(from);
    const widget = node && drawingOf(state, node);
    if (widget && !isRevealed(state, from, to))
      found.push(Decoration.widget({ widget, block: true, side: 1 }).range(state.doc.lineAt(to).to));
  }
  for (const { block, from } of outermostBlocks(tree, 'Paragraph')) {
    const to = from + block.length;
    if (block.length <= LONGEST_CONTENTS && isTableOfContents(state.sliceDoc(from, to)))
      show(from, to, new ContentsWidget(readOutline(state)));
  }
  return Decoration.set(found, true);
}

/** Of code that is a picture, what is drawn beneath it. */
function drawingOf(state: EditorState, code: SyntaxNode): WidgetType | undefined {
  const info = code.getChild('CodeInfo');
  const language = info ? state.sliceDoc(info.from, info.to).toLowerCase() : '';
  const texts = code.getChildren('CodeText');
  if ((language !== 'mermaid' && language !== 'math') || texts.length === 0) return undefined;
  const source = texts
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join('')
    .trim();
  if (source === '') return undefined;
  return language === 'math' ? new FormulaWidget(source, 'block') : new DiagramWidget(source);
}

/** The caret goes into a block above or below it as into any other line, rather than past it. */
function enterBlock(view: EditorView, direction: -1 | 1): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (!main.empty) return false;
  const here = state.doc.lineAt(main.head);
  const number = here.number + direction;
  if (number < 1 || number > state.doc.lines) return false;
  // In a line that wraps the arrow may stay in the same line.
  const target = view.moveVertically(main, direction === 1);
  if (state.doc.lineAt(target.head).number === here.number && target.head !== main.head) {
    const edge = direction === 1 ? here.to : here.from;
    if (target.head !== edge) return false;
  }
  const next = state.doc.line(number);
  let isBlock = false;
  state.field(blocks).between(next.from, next.to, (from, to) => {
    isBlock ||= from < to || from === next.from;
  });
  if (!isBlock) return false;
  view.dispatch({ selection: { anchor: next.from }, scrollIntoView: true, userEvent: 'select' });
  return true;
}

/** A click on what stands for a block puts the caret into its source. */
function enterByPointer(event: MouseEvent, view: EditorView): boolean {
  const shown = event.target instanceof Element ? event.target.closest('.formula-block, .cm-contents') : null;
  if (!shown || event.button !== 0) return false;
  const entry = event.target instanceof Element ? event.target.closest('[data-heading]') : null;
  event.preventDefault();
  const heading =
    entry instanceof HTMLElement ? readOutline(view.state)[Number(entry.dataset.heading)] : null;
  const anchor = heading ? heading.from : view.posAtDOM(shown);
  view.focus();
  view.dispatch({
    selection: { anchor },
    ...(heading && { effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 64 }) }),
    userEvent: 'select.pointer',
  });
  return true;
}
