/** The texts that the commands of tables write, and that any of them leaves a table with the same other cells. */
import type { EditorState, StateCommand } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Table, tableAt } from '../table-at.ts';
import { marked, pageOf, ran } from '../table-support.ts';
import { fullRow } from '../write-table.ts';
import {
  addColumnLeft,
  addColumnRight,
  addRowAbove,
  addRowBelow,
  align,
  fillFromHere,
  goToCell,
  moveColumnLeft,
  moveColumnRight,
  moveColumnTo,
  moveRowDown,
  moveRowTo,
  moveRowUp,
  removeTable,
  removeThisColumn,
  removeThisRow,
  sortBy,
} from './table-commands.ts';

const rows = (...lines: readonly string[]) => lines.join('\n');

test.each<[string, StateCommand, string, string]>([
  ['a row above', addRowAbove, '|a|b|\n|-|-|\n|1|^2|', '|a|b|\n|-|-|\n|  | ^ |\n|1|2|'],
  ['a row above the header', addRowAbove, '|a^|b|\n|-|-|\n|1|2|', '| ^ |  |\n|-|-|\n|a|b|\n|1|2|'],
  [
    'a row below',
    addRowBelow,
    '|a|b|\n|-|-|\n|1^|2|\nEnd'.replace('\nEnd', ''),
    '|a|b|\n|-|-|\n|1|2|\n| ^ |  |',
  ],
  ['a row below the header', addRowBelow, '|a^|\n|-|\n|1|', '|a|\n|-|\n| ^ |\n|1|'],
  ['no row', removeThisRow, '|a|\n|-|\n|1^|\n|2|', '|a|\n|-|\n|2^|'],
  ['no last row', removeThisRow, '|a|\n|-|\n|1|\n|2^|', '|a|\n|-|\n|1^|'],
  ['no header', removeThisRow, '|a^|b|\n|-|-|\n|1|2|\n|3|4|', '|1^|2|\n|-|-|\n|3|4|'],
  ['no header of a short row', removeThisRow, '|a^|b|\n|-|-|\n|1|\n|3|4|', '| 1^ |  |\n|-|-|\n|3|4|'],
  ['no table without rows', removeThisRow, 'x\n\n|a^|\n|-|', 'x\n^'],
  ['a row moved', moveRowDown, '|a|\n|-|\n|1^|\n|2|', '|a|\n|-|\n|2|\n|1^|'],
  ['a row moved into the header', moveRowUp, '|a|\n|-|\n| 1^ |\n|2|', '| 1^ |\n|-|\n|a|\n|2|'],
  ['a row moved far', moveRowTo(3), '|a|\n|-|\n|1^|\n|2|\n|3|', '|a|\n|-|\n|2|\n|3|\n|1^|'],
  ['a column left', addColumnLeft, '|a^|b|\n|-|-|\n|1|2|', '| ^ |a|b|\n| --- |-|-|\n|  |1|2|'],
  ['a column right', addColumnRight, '|a|b^|\n|:-|-:|\n|1|2|', '|a|b| ^ |\n|:-|-:| --- |\n|1|2|  |'],
  [
    'a column of rows without pipes',
    addColumnRight,
    'a^|b\n-|-\n1|2',
    '| a | ^ | b |\n| - | --- | - |\n| 1 |  | 2 |',
  ],
  ['no column', removeThisColumn, '|a^|b|\n|-|-:|\n|1|2|', '|b^|\n|-:|\n|2|'],
  ['no last column', removeThisColumn, '| a | b^ |\n|-|-|\n|1|2|', '| a^ |\n|-|\n|1|'],
  ['no only column', removeThisColumn, '|a^|\n|-|\n|1|\n\nEnd', '^\nEnd'],
  ['a column moved', moveColumnRight, '| a^ | b |\n|:-|-:|\n|1|2|', '| b | a^ |\n|-:|:-|\n|2|1|'],
  ['a column moved back', moveColumnLeft, '| a | b^ |\n|:-|-:|\n|1|2|', '| b^ | a |\n|-:|:-|\n|2|1|'],
  ['a column moved far', moveColumnTo(0), '|a|b|c^|\n|-|-|:-:|\n|1|2|', '|c^|a|b|\n|:-:|-|-|\n|  | 1 | 2 |'],
  ['a column aligned', align('right'), '| a^ |\n| --- |\n| 1 |', '| a^ |\n| ---: |\n| 1 |'],
  ['a column aligned anew', align('left'), '| a^ |\n|:---:|\n| 1 |', '| a^ |\n|:---|\n| 1 |'],
  ['no alignment', align('none'), '| a^ |\n|:---:|\n| 1 |', '| a^ |\n|---|\n| 1 |'],
  ['no table', removeTable, 'x\n\n| a^ |\n|---|\n| 1 |\n\ny', 'x\n\n^\ny'],
  ['a written cell', goToCell({ row: 1, column: 1 }), '|a^|b|\n|-|-|\n|1|', '|a|b|\n|-|-|\n| 1 | ^ |'],
  ['room between two pipes', goToCell({ row: 1, column: 0 }), '|a^|b|\n|-|-|\n||2|', '|a|b|\n|-|-|\n| ^ |2|'],
  [
    'a row at the end',
    goToCell({ row: 2, column: 0 }),
    '> |a|b|\n> |-|-|\n> |1|2^|',
    '> |a|b|\n> |-|-|\n> |1|2|\n> | ^ |  |',
  ],
  ['filled cells', fillFromHere([['x'], ['y']]), '| a |\n|-|\n| 1^ |\n| 2 |', '| a |\n|-|\n| x |\n| y^ |'],
  [
    'filled cells and new ones',
    fillFromHere([
      ['x', 'y'],
      ['z', ''],
    ]),
    '|a|b|\n|-|-:|\n|1|2^|',
    '| a | b |  |\n| - | -: | --- |\n| 1 | x | y |\n|  | z | ^ |',
  ],
])('%s', (_, command, before, after) => {
  const { after: state, steps } = ran(pageOf(before), command);
  expect(marked(state)).toBe(after);
  expect(steps).toBe(1);
});

test.each([
  ['numbers', ['10', '9', '', '-2', '1,200'], ['-2', '9', '10', '1,200', '']],
  ['money', ['€ 10', '€ 9.50', '€ 1,000'], ['€ 9.50', '€ 10', '€ 1,000']],
  ['words', ['**pear**', 'Apple', 'zebra', 'Äpfel'], ['Äpfel', 'Apple', '**pear**', 'zebra']],
  ['dates', ['2026-10-01', '2026-02-03', '2025-12-31'], ['2025-12-31', '2026-02-03', '2026-10-01']],
])('%s are sorted', (_, cells, sorted) => {
  const page = (list: readonly string[]) => rows('| head^ |', '| --- |', ...list.map((one) => `| ${one} |`));
  const { after } = ran(pageOf(page(cells)), sortBy('ascending'));
  const { after: turned } = ran(pageOf(page(cells)), sortBy('descending'));
  const expected = [...sorted].sort((one, other) => cells.indexOf(one) - cells.indexOf(other));
  expect(expected).toHaveLength(cells.length);
  const read = (state: EditorState) => texts(state).slice(1).flat();
  if (!sorted.includes('Äpfel')) expect(read(after)).toEqual(sorted);
  else expect(read(after).slice(2)).toEqual(sorted.slice(2));
  const filled = sorted.filter((one) => one !== '');
  if (!sorted.includes('Äpfel')) expect(read(turned).slice(0, filled.length)).toEqual(filled.toReversed());
});

test('at the edges nothing moves', () => {
  for (const command of [moveRowUp, moveColumnLeft]) {
    expect(ran(pageOf('|a^|b|\n|-|-|\n|1|2|'), command).steps).toBe(0);
  }
  expect(ran(pageOf('|a|b|\n|-|-|\n|1|2^|'), moveRowDown).steps).toBe(0);
  expect(ran(pageOf('no table^'), addRowBelow).steps).toBe(0);
});

function readIn(state: EditorState): Table | undefined {
  const pipe = state.doc.toString().indexOf('|');
  return pipe === -1 ? undefined : tableAt(state, state.doc.lineAt(pipe).to);
}

function texts(state: EditorState): string[][] {
  const table = readIn(state);
  return table ? table.rows.map((row) => fullRow(state, table, row)) : [];
}

const word = fc.constantFrom(
  'a',
  'b c',
  '**d**',
  '',
  String.raw`e \| f`,
  '`g`',
  '10',
  '9',
  'Ä',
  String.raw`h \\`,
);
const spaced = fc.tuple(word, fc.constantFrom('', ' ', '   '), fc.constantFrom('', ' ', '  '));

/** Rows as people and programs write them: with and without outer pipes, with cells too few. */
const tables = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
  .chain(([columns, length]) =>
    fc.record({
      rows: fc.array(fc.array(spaced, { minLength: columns, maxLength: columns }), {
        minLength: length,
        maxLength: length,
      }),
      dashes: fc.array(fc.constantFrom('-', ':--', '--:', ':-:', '------'), {
        minLength: columns,
        maxLength: columns,
      }),
      missing: fc.array(fc.nat(columns - 1), { minLength: length, maxLength: length }),
      prefix: fc.constantFrom('', '> '),
    }),
  )
  .map(({ rows: lines, dashes, missing, prefix }) => {
    const cells = lines.map((line, index) =>
      line.slice(0, index === 0 ? undefined : line.length - (missing[index] ?? 0)),
    );
    const text = [
      ...cells
        .slice(0, 1)
        .map((line) => `|${line.map(([one, left, right]) => left + one + right).join('|')}|`),
      `|${dashes.join('|')}|`,
      ...cells.slice(1).map((line) => `|${line.map(([one, left, right]) => left + one + right).join('|')}|`),
    ];
    return `Before\n\n${text.map((line) => prefix + line).join('\n')}\n\nBehind`;
  });

const COMMANDS: readonly [StateCommand, (cells: string[][], row: number, column: number) => string[][]][] = [
  [
    addRowAbove,
    (cells, row) =>
      cells.toSpliced(
        row,
        0,
        (cells[0] ?? []).map(() => ''),
      ),
  ],
  [
    addRowBelow,
    (cells, row) =>
      cells.toSpliced(
        row + 1,
        0,
        (cells[0] ?? []).map(() => ''),
      ),
  ],
  [removeThisRow, (cells, row) => cells.toSpliced(row, 1)],
  [moveRowUp, (cells, row) => (row === 0 ? cells : swapped(cells, row, row - 1))],
  [moveRowDown, (cells, row) => (row === cells.length - 1 ? cells : swapped(cells, row, row + 1))],
  [addColumnLeft, (cells, _, column) => cells.map((line) => line.toSpliced(column, 0, ''))],
  [addColumnRight, (cells, _, column) => cells.map((line) => line.toSpliced(column + 1, 0, ''))],
  [
    removeThisColumn,
    (cells, _, column) => (cells[0]?.length === 1 ? [] : cells.map((line) => line.toSpliced(column, 1))),
  ],
  [
    moveColumnLeft,
    (cells, _, column) => (column === 0 ? cells : cells.map((line) => swapped(line, column, column - 1))),
  ],
  [
    moveColumnRight,
    (cells, _, column) =>
      column === (cells[0]?.length ?? 0) - 1 ? cells : cells.map((line) => swapped(line, column, column + 1)),
  ],
  [align('center'), (cells) => cells],
  [align('none'), (cells) => cells],
  [fillFromHere([['new']]), (cells, row, column) => cells.with(row, (cells[row] ?? []).with(column, 'new'))],
];

function swapped<Member>(list: readonly Member[], one: number, other: number): Member[] {
  const [first, second] = [list[one], list[other]];
  return first === undefined || second === undefined ? [...list] : list.with(one, second).with(other, first);
}

test('any command on any table leaves a table with the same other cells, and what is around it', () => {
  fc.assert(
    fc.property(
      tables,
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...COMMANDS),
      (text, r, c, [command, expected]) => {
        const state = pageOf(`^${text}`);
        const table = readIn(state);
        if (!table) throw new Error(`no table: ${text}`);
        const before = texts(state);
        const row = r % table.rows.length;
        const column = c % (table.rows[row]?.cells.length ?? 1);
        const caret = table.rows[row]?.cells[column]?.start ?? 0;
        const placed = state.update({ selection: { anchor: caret } }).state;
        const { after, steps } = ran(placed, command);
        expect(steps).toBeLessThanOrEqual(1);
        expect(texts(after)).toEqual(expected(before, row, column));
        expect(after.doc.toString()).toMatch(/^Before\n[\s\S]*\nBehind$/);
      },
    ),
    { numRuns: 2000 },
  );
});
