/** Tables are written cell by cell, and nobody sees a pipe. */
import { expect, test } from 'vitest';
import { content, openPage, source } from '../support/editor.ts';
import { all, press, textOf, type } from '../support/person.ts';

const TABLE = 'Above\n\n| Name | Amount |\n| --- | ---: |\n| Apples | 12 |\n| Pears | 7 |\n\nEnd';

/** The cells as they are shown, row by row. */
const shown = () => all('.cm-table-row').map((row) => [...row.querySelectorAll('.cm-cell')].map(textOf));

test('a click in a cell puts the caret there, and no pipe is seen', async () => {
  await openPage(TABLE);
  await expect.poll(shown).toEqual([
    ['Name', 'Amount'],
    ['Apples', '12'],
    ['Pears', '7'],
  ]);
  await content().getByText('Apples').click();
  await press('End');
  await type(' and | pears');
  await expect.poll(shown).toEqual([
    ['Name', 'Amount'],
    ['Apples and | pears', '12'],
    ['Pears', '7'],
  ]);
  expect(all('.cm-table')[0]?.innerText).not.toMatch(/---|\\/);
  expect(await source()).toBe(TABLE.replace('Apples', String.raw`Apples and \| pears`));
});

test('Tab, Enter and the arrows go from cell to cell, and add rows at the end', async () => {
  await openPage(TABLE);
  await content().getByText('Apples').click();
  await press('Tab');
  await type('0');
  await press('Shift+Tab');
  await type('!');
  await press('Enter');
  await type('?');
  await press('Enter');
  await type('Plums');
  await press('Tab');
  await type('3');
  await press('Tab');
  await type('Figs');
  await press('ArrowUp', 'End');
  await type('+');
  await press('ArrowRight');
  await type('1');
  await press('ArrowLeft', 'ArrowLeft');
  await type('-');
  expect(await source()).toBe(
    'Above\n\n| Name | Amount |\n| --- | ---: |\n| Apples! | 120 |\n| Pears? | 7 |\n| Plums+- | 13 |\n| Figs |  |\n\nEnd',
  );
});

test('the arrows go into a table and out of it, also at an end of the page', async () => {
  await openPage('| A | B |\n| --- | --- |\n| 1 | 2 |');
  await content().getByText('1').click();
  await press('ArrowDown');
  await type('below');
  await press('ArrowUp', 'ArrowUp');
  await press('ArrowUp');
  await press('ArrowUp');
  await type('above');
  expect(await source()).toBe('above\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nbelow');
});
