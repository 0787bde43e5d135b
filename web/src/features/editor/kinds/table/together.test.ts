/** The edits of several people in one table come together. */
import type { StateCommand } from '@codemirror/state';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { pageOf, ran } from './table-support.ts';
import {
  addColumnLeft,
  addColumnRight,
  addRowAbove,
  align,
  moveRowDown,
  removeThisColumn,
} from './writing/table-commands.ts';

const TABLE = '| Name | Amount |\n| --- | --- |\n| Apples | 12 |\n| Pears | 7 |';

/** @returns what both have in the end, when one runs a command where the caret is and the other one types */
function together(marked: string, command: StateCommand, word: string, typed: string): string {
  const mine = new Y.Doc();
  mine.getText().insert(0, marked.replace('^', ''));
  const theirs = new Y.Doc();
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  theirs.getText().insert(`${theirs.getText()}`.indexOf(word) + word.length, typed);
  const state = pageOf(marked);
  command({
    state,
    dispatch: ({ changes }) => {
      let shift = 0;
      changes.iterChanges((from, to, _fromB, _toB, inserted) => {
        mine.getText().delete(from + shift, to - from);
        mine.getText().insert(from + shift, `${inserted}`);
        shift += inserted.length - (to - from);
      });
    },
  });
  expect(`${mine.getText()}`).toBe(`${ran(state, command).after.doc}`);
  Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs));
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  expect(`${theirs.getText()}`).toBe(`${mine.getText()}`);
  return `${mine.getText()}`;
}

test.each<[string, StateCommand, string]>([
  [
    'a new column',
    addColumnLeft,
    '|  | Name | Amount |\n| --- | --- | --- |\n|  | Apples | 123 |\n|  | Pears | 7 |',
  ],
  [
    'a column at the right',
    addColumnRight,
    '| Name |  | Amount |\n| --- | --- | --- |\n| Apples |  | 123 |\n| Pears |  | 7 |',
  ],
  ['a new row', addRowAbove, '| Name | Amount |\n| --- | --- |\n|  |  |\n| Apples | 123 |\n| Pears | 7 |'],
  ['a row that goes down', moveRowDown, '| Name | Amount |\n| --- | --- |\n| Pears | 7 |\n| Apples | 123 |'],
  ['a column that goes away', removeThisColumn, '| Amount |\n| --- |\n| 123 |\n| 7 |'],
  ['an alignment', align('center'), '| Name | Amount |\n| :---: | --- |\n| Apples | 123 |\n| Pears | 7 |'],
])('%s, and a letter of somebody else', (_, command, expected) => {
  expect(together(TABLE.replace('Apples', 'App^les'), command, '12', '3')).toBe(expected);
});
