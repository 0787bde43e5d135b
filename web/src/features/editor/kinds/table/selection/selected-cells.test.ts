/** Whatever is done with selected cells, those beside them, the table's shape and the text around it stay. */
import { EditorSelection, type EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toggleBold } from '../../../commands/inline-formats.ts';
import { markdownToHtml } from '../../../markdown/exchange/markdown-to-html.ts';
import { pageLanguage } from '../../../markdown/page-language.ts';
import { parsedState } from '../../../markdown/parsed-state.ts';
import { tableAt } from '../table-at.ts';
import { pageOf, ran, typed } from '../table-support.ts';
import { cellText } from '../write-table.ts';
import { caretInCell } from '../writing/caret-in-cell.ts';
import { guardCells } from '../writing/guard-cells.ts';
import { fillFromHere } from '../writing/table-commands.ts';
import { copyCells } from './copy-cells.ts';
import { isWholeTable, selectedCells } from './selected-cells.ts';
import { selectingCells } from './selecting-cells.ts';

const PAGE = 'Up\n\n| A | B | C |\n|-|:-:|-|\n| a1 | **b1** | c\\|1 |\n| a2 |  |x|\na3 | b3 | c3\n\nDown';

function cellsOf(state: EditorState): string[][] {
  const table = tableAt(state, state.doc.toString().indexOf('\n\n') + 3);
  return (table?.rows ?? []).map((row) => row.cells.map((cell) => cellText(state, cell)));
}

function select(anchor: readonly [number, number], head: readonly [number, number]): EditorState {
  const state = pageOf(PAGE);
  const place = ([row, column]: readonly [number, number]) =>
    tableAt(state, PAGE.indexOf('A'))?.rows[row]?.cells[column]?.end ?? 0;
  const selection = EditorSelection.single(place(anchor), place(head));
  return parsedState({
    doc: PAGE,
    selection,
    extensions: [pageLanguage, guardCells, caretInCell, selectingCells],
  });
}

const place = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 }));

type Step = (state: EditorState) => { after: EditorState; isIn: (text: string, before: string) => boolean };

const empty = (text: string) => text === '';
const STEPS: readonly Step[] = [
  (state) => ({
    after: state.update({ ...state.replaceSelection(''), userEvent: 'delete.cut' }).state,
    isIn: empty,
  }),
  (state) => ({ after: typed(state, '', 'delete.selection'), isIn: empty }),
  (state) => ({ after: typed(state, 'x|\ny'), isIn: (text) => text === '' || text === 'x\\| y' }),
  (state) => ({
    after: ran(state, toggleBold).after,
    isIn: (text, before) => text.replaceAll('**', '') === before.replaceAll('**', ''),
  }),
  (state) => ({ after: ran(state, fillFromHere([['new']])).after, isIn: (text) => text === 'new' }),
];

test('of any rectangle, what is done stays in it', () => {
  fc.assert(
    fc.property(place, place, fc.constantFrom(...STEPS), (anchor, head, step) => {
      fc.pre(anchor[0] !== head[0] || anchor[1] !== head[1]);
      const state = select(anchor, head);
      const before = cellsOf(state);
      const [top, bottom] = [Math.min(anchor[0], head[0]), Math.max(anchor[0], head[0])];
      const [left, right] = [Math.min(anchor[1], head[1]), Math.max(anchor[1], head[1])];
      const isWithin = (row: number, column: number) =>
        row >= top && row <= bottom && column >= left && column <= right;
      const { after, isIn } = step(state);
      const cells = cellsOf(after);
      expect(cells.map(({ length }) => length)).toEqual([3, 3, 3, 3]);
      for (const [row, texts] of cells.entries())
        for (const [column, text] of texts.entries()) {
          const was = before[row]?.[column] ?? '';
          if (isWithin(row, column)) expect(isIn(text, was), `${text} at ${row}, ${column}`).toBe(true);
          else expect(text).toBe(was);
        }
      expect(after.doc.toString()).toMatch(/^Up\n\n[\s\S]*\n\nDown$/);
    }),
    { numRuns: 1000 },
  );
});

test('what is typed goes into the first cell, and emptied cells stay selected', () => {
  const state = select([2, 2], [1, 1]);
  expect(cellsOf(typed(state, 'x'))).toEqual([
    ['A', 'B', 'C'],
    ['a1', 'x', ''],
    ['a2', '', ''],
    ['a3', 'b3', 'c3'],
  ]);
  const emptied = typed(state, '', 'delete.selection');
  expect(selectedCells(emptied)).toMatchObject({ top: 1, bottom: 2, left: 1, right: 2 });
  expect(cellsOf(typed(emptied, 'x'))[1]).toEqual(['a1', 'x', '']);
});

test('all cells that are bold lose it, and get it when one is not', () => {
  const bold = ran(select([0, 1], [2, 1]), toggleBold).after;
  expect(cellsOf(bold).map((row) => row[1])).toEqual(['**B**', '**b1**', '', 'b3']);
  expect(cellsOf(ran(bold, toggleBold).after).map((row) => row[1])).toEqual(['B', 'b1', '', 'b3']);
});

test('a part is copied as rows with tabs, a table as Markdown, each with HTML', () => {
  const copied = (state: EditorState) => {
    const cells = selectedCells(state);
    if (!cells) throw new Error('cells are selected');
    return { isWhole: isWholeTable(cells), ...copyCells(state, cells, (text) => markdownToHtml(text, '')) };
  };
  const part = copied(select([1, 1], [2, 2]));
  expect(part.plain).toBe('**b1**\tc|1\n\tx');
  expect(part.html).toContain('<td data-trellis-cell="**b1**"><strong>b1</strong></td>');
  expect(part.html).not.toMatch(/<th[ >]/);
  const whole = copied(select([0, 0], [3, 2]));
  expect(whole.plain).toBe(PAGE.slice(4, -6));
  expect(whole.html).toContain('<th data-trellis-cell="A">A</th>');
});

test('a selection beyond the table, or of it as a block, is one of text', () => {
  const state = pageOf(PAGE);
  const [start, end] = [PAGE.indexOf('| A'), PAGE.indexOf('\n\nDown')];
  for (const [anchor, head] of [
    [1, end - 2],
    [start, end],
    [start + 2, PAGE.length],
  ] as const)
    expect(selectedCells(state.update({ selection: { anchor, head } }).state)).toBe(undefined);
});
