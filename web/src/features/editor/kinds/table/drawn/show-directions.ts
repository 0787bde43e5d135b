/** Tables go the way of their first letter, each cell the way of its own: only where letters go from right to left are they asked. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range, RangeSet } from '@codemirror/state';
import { BlockWrapper, Direction, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { hasRightToLeft } from '../../../../../../../markdown/src/text/right-to-left.ts';
import { readRow, tableNodeAt } from '../table-at.ts';
import { directionOfCell, directionOfTable } from './cell-direction.ts';
import { cellLooks } from './table-view.ts';

// Around the frame, which scrolls the way that its columns go.
const TO_LEFT = BlockWrapper.create({ tagName: 'div', attributes: { dir: 'rtl' } });
const STYLES = { [Direction.LTR]: 'direction:ltr', [Direction.RTL]: 'direction:rtl' };
const MARKS = /^[\s>]*/;

class TablesToLeft {
  wrappers: RangeSet<BlockWrapper>;

  constructor(view: EditorView) {
    this.wrappers = wrappersIn(view);
  }

  update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
    if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
      this.wrappers = wrappersIn(view);
  }
}

function wrappersIn({ state, visibleRanges }: EditorView): RangeSet<BlockWrapper> {
  const found: Range<BlockWrapper>[] = [];
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, node }) => {
        if (name === 'Table' && directionOfTable(state, node) === Direction.RTL) {
          const [first, last] = [state.doc.lineAt(node.from), state.doc.lineAt(node.to)];
          if (found.at(-1)?.from !== first.from) found.push(TO_LEFT.range(first.from, last.to));
        }
        return name !== 'Table' && name !== 'Paragraph';
      },
    });
  }
  return found.length > 0 ? BlockWrapper.set(found, true) : RangeSet.empty;
}

/** @param from where the table's first line begins */
function wayOfCells(state: EditorState, from: number) {
  const node = tableNodeAt(state, state.doc.lineAt(from).to);
  if (!node) return undefined;
  const rows = new Map<number, ReturnType<typeof readRow>>();
  return (line: number, column: number) => {
    let row = rows.get(line);
    if (!row) {
      const whole = state.doc.lineAt(line);
      row = readRow(whole, whole.from + (MARKS.exec(whole.text)?.[0].length ?? 0));
      rows.set(line, row);
    }
    const cell = row.cells[column];
    return cell && { style: STYLES[directionOfCell(state, cell, node)] };
  };
}

export const showDirections: Extension = [
  ViewPlugin.fromClass(TablesToLeft, {
    // The lowest goes around all others.
    provide: (self) =>
      Prec.lowest(EditorView.blockWrappers.of((view) => view.plugin(self)?.wrappers ?? RangeSet.empty)),
  }),
  cellLooks.of(({ state, visibleRanges }, from) =>
    visibleRanges.some((range) => hasRightToLeft(state.sliceDoc(range.from, range.to)))
      ? wayOfCells(state, from)
      : undefined,
  ),
];
