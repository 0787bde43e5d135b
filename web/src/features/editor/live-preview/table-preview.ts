/**
 * Tables as tables while nothing is written in them. They stand for several lines, so a state field holds them; it looks
 * at the page's outermost blocks only, of which even a megabyte has few.
 */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import { visitOutermostBlocks } from '../markdown/outermost-blocks.ts';
import { isRevealed, revealedSpans } from './reveal.ts';
import { TableWidget } from './widgets/table-widget.ts';

const tables = StateField.define<DecorationSet>({
  create: findTables,
  update: (value, transaction) => {
    const { startState, state } = transaction;
    const isSame =
      !transaction.docChanged &&
      syntaxTree(startState) === syntaxTree(state) &&
      revealedSpans(startState) === revealedSpans(state);
    return isSame ? value : findTables(state);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function tablePreview(): Extension {
  return [
    tables,
    Prec.high(
      keymap.of([
        { key: 'ArrowUp', run: (view) => enterTable(view, -1) },
        { key: 'ArrowDown', run: (view) => enterTable(view, 1) },
      ]),
    ),
  ];
}

function findTables(state: EditorState): DecorationSet {
  const found: Range<Decoration>[] = [];
  const tree = syntaxTree(state);
  visitOutermostBlocks(tree, (block, start) => {
    if (block.type.name !== 'Table' || isRevealed(state, start, start + block.length)) return;
    const table = tree.topNode.childAfter(start);
    if (!table) return;
    const { from } = state.doc.lineAt(table.from);
    const { to } = state.doc.lineAt(table.to);
    const widget = new TableWidget(state.doc, table);
    found.push(Decoration.replace({ widget, block: true }).range(from, to));
  });
  return Decoration.set(found);
}

/** The caret goes into a table above or below it as into any other line, rather than past it. */
function enterTable(view: EditorView, direction: -1 | 1): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (!main.empty) return false;
  // In a line that wraps the arrow may stay in the same line.
  const target = view.moveVertically(main, direction === 1);
  const here = state.doc.lineAt(main.head);
  const there = state.doc.lineAt(target.head);
  const number = here.number + direction;
  if (there.number === here.number && number >= 1 && number <= state.doc.lines && !isAtEdge(view, direction))
    return false;
  if (number < 1 || number > state.doc.lines) return false;
  const next = state.doc.line(number);
  let isTable = false;
  state.field(tables).between(next.from, next.to, () => {
    isTable = true;
    return false;
  });
  if (!isTable) return false;
  view.dispatch({ selection: { anchor: next.from }, scrollIntoView: true, userEvent: 'select' });
  return true;
}

function isAtEdge(view: EditorView, direction: -1 | 1): boolean {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const caret = view.coordsAtPos(head);
  const edge = view.coordsAtPos(direction === 1 ? line.to : line.from);
  return caret !== null && edge !== null && Math.abs(caret.top - edge.top) < 2;
}
