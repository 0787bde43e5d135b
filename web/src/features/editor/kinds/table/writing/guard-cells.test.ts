/** Typing, pasting and deleting leave a table whole. */

import { EditorSelection } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toggleHeading2 } from '../../../commands/line-formats.ts';
import { tableAt } from '../table-at.ts';
import { deleted, marked, pageOf, ran, typed } from '../table-support.ts';

test.each([
  ['a letter', 'x', '| a^ | b |', '| ax^ | b |'],
  ['a pipe', '|', '| a^ | b |', String.raw`| a\|^ | b |`],
  ['a pipe behind a backslash', '|', '| a\\^ | b |', String.raw`| a\|^ | b |`],
  ['a backslash before a pipe', '\\', '|a^| b |', '|a\\^ | b |'],
  ['a backslash before an escaped pipe', '\\', '|a^\\|c| b |', '|a\\\\^\\|c| b |'],
  ['a pasted line break', 'x\ny', '| a^ | b |', '| ax y^ | b |'],
  ['a space behind the last word', ' ', '| a^ | b |', '| a ^ | b |'],
  ['a word behind such a space', 'x', '| a ^ | b |', '| a x^ | b |'],
])('%s', (_, text, before, after) => {
  const table = (header: string) => `${header}\n|-|-|`;
  expect(marked(typed(pageOf(table(before)), text))).toBe(table(after));
});

test.each([
  ['- |a|\n  |-|\n^\nb', '- |a|\n  |-|\n\n  x^\n\nb'],
  ['- |a|\n  |-|\n  ^\n- b', '- |a|\n  |-|\n  \n  x^\n- b'],
  ['> |a|\n> |-|\n> ^', '> |a|\n> |-|\n> \n> x^'],
  ['|a|\n|-|\n^\nb', '|a|\n|-|\n\nx^\n\nb'],
])('in %j, a word right below a table is no row, and stays in the item', (before, after) =>
  expect(marked(typed(pageOf(before), 'x'))).toBe(after),
);

test('an arrow that leads to a pipe goes on into the cell, and keeps its column', () => {
  const arrow = EditorSelection.create([EditorSelection.cursor(5, 1, undefined, 120)]);
  const { main } = pageOf('ab^\n\n| c | d |\n|-|-|').update({
    selection: arrow,
    userEvent: 'select',
  }).newSelection;
  expect([main.head, main.goalColumn]).toEqual([6, 120]);
});

test('a row without outer pipes gets them when it is written in', () => {
  expect(marked(typed(pageOf('a|b\n-|-\n1^|2'), '0'))).toBe('a|b\n-|-\n| 10^ | 2 |');
  expect(marked(typed(pageOf('a|b\n-|-\n1|2^'), '0'))).toBe('a|b\n-|-\n| 1 | 20^ |');
});

test('what is deleted across cells empties them, and takes what is outside', () => {
  const text = 'One two\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\nThree four';
  const from = (words: string) => text.indexOf(words);
  expect(deleted(pageOf(text), from('b |'), from('2 |') + 1).doc.toString()).toBe(
    'One two\n\n| a |  |\n|-|-|\n|  |  |\n\nThree four',
  );
  expect(deleted(pageOf(text), from('two'), from('b |')).doc.toString()).toBe(
    'One \n|  | b |\n|-|-|\n| 1 | 2 |\n\nThree four',
  );
  expect(deleted(pageOf(text), from('2 |'), from('four')).doc.toString()).toBe(
    'One two\n\n| a | b |\n|-|-|\n| 1 |  |\n\nfour',
  );
  expect(deleted(pageOf(text), from('two'), from('four')).doc.toString()).toBe('One four');
});

test('what is typed over several cells goes into the first', () => {
  const state = pageOf('| a | b |\n|-|-|');
  const selected = state.update({ selection: EditorSelection.range(2, 7) }).state;
  expect(marked(typed(selected, 'x'))).toBe('| x^ |  |\n|-|-|');
});

test('deleting at the edge of a table or a cell takes no pipe, and no line between', () => {
  const text = 'Up\n| a | b |\n|-|-|\n| 1 | 2 |\n\nDown';
  const end = text.indexOf('2 |') + 3;
  for (const from of [2, text.indexOf('a |') - 1, text.indexOf('a |') + 1, end, end + 1]) {
    expect(deleted(pageOf(text), from, from + 1).doc.toString(), `at ${from}`).toBe(text);
  }
  expect(marked(deleted(pageOf(text), end + 1, end + 2))).toBe(text.replace('2 |', '2^ |'));
});

test('what is typed right below a table stays apart from it', () => {
  expect(marked(typed(pageOf('|a|\n|-|\n|1|\n^'), 'x'))).toBe('|a|\n|-|\n|1|\n\nx^');
});

test('a row does not become a heading', () => {
  const before = '|a|\n|-|\n|1^|';
  const { after } = ran(pageOf(before), ({ state, dispatch }) =>
    toggleHeading2({ state, dispatch } as Parameters<typeof toggleHeading2>[0]),
  );
  expect(marked(after)).toBe(before);
});

test('the caret goes on from a pipe into the cell beside it', () => {
  const state = pageOf('| a | b |\n|-|-|\n| 1^ | 2 |');
  const { doc } = state;
  const move = (from: number, to: number) =>
    state
      .update({ selection: { anchor: from } })
      .state.update({ selection: { anchor: to }, userEvent: 'select' }).state;
  const row = doc.line(3).from;
  expect(marked(move(row + 3, row + 4))).toBe('| a | b |\n|-|-|\n| 1^ | 2 |');
  expect(marked(move(row + 2, row))).toBe('| a | b^ |\n|-|-|\n| 1 | 2 |');
  expect(marked(move(0, doc.line(2).from + 1))).toContain('| ^1 | 2 |');
});

test('whatever is typed, pasted or deleted anywhere, the table has as many rows and columns', () => {
  const table = 'Up\n\n| a | b\\|c |\n|-|-|\n| 1 |  |\n||`x`|\n| only |\n\nDown';
  const start = table.indexOf('| a');
  const last = table.indexOf('\n\nDown');
  fc.assert(
    fc.property(
      fc.integer({ min: start, max: last }),
      fc.integer({ min: start, max: last }),
      fc.constantFrom('', 'x', '|', '\\', '\n', 'y|z\nw', '\\|', '# '),
      (one, other, insert) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const isWhole = from === start && to === last;
        // A word at the end of the line and beyond the first pipe is no place the caret goes to.
        fc.pre(!isWhole);
        const state = pageOf(table);
        const userEvent = insert === '' ? 'delete' : 'input.type';
        const after = state.update({ changes: { from, to, insert }, userEvent }).state;
        const found = tableAt(after, after.doc.line(3).to);
        expect(found?.columns).toBe(2);
        expect(found?.rows.map(({ cells }) => cells.length > 2)).toEqual([false, false, false, false]);
        expect(after.doc.toString()).toMatch(/^Up\n\n[\s\S]*\n\nDown$/);
      },
    ),
    { numRuns: 3000 },
  );
});
