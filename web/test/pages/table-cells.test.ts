/** Cells are selected as a rectangle, by mouse, keys and handles, and what is done is done to each of them. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, openPage, source } from '../support/person/editor.ts';
import { all, button, focused, press, see, textOf, type } from '../support/person/person.ts';

const TABLE = 'Above\n\n| Name | Amount |\n| --- | ---: |\n| Apples | 12 |\n| Pears | 7 |\n\nEnd';

const cellOf = (words: string) => all('.cm-cell').find((cell) => textOf(cell) === words) ?? document.body;
const shown = () => all('.cm-table-row').map((row) => [...row.querySelectorAll('.cm-cell')].map(textOf));
const selected = () => all('.cm-cell-selected').map(textOf);

async function drag(from: string, to: string): Promise<void> {
  await page.elementLocator(cellOf(from)).dropTo(page.elementLocator(cellOf(to)));
}

/** Reads the text that a copy or a cut puts on the clipboard. */
function taken(kind: 'copy' | 'cut'): DataTransfer {
  const clipboardData = new DataTransfer();
  document.activeElement?.dispatchEvent(
    new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true }),
  );
  return clipboardData;
}

function paste(clipboardData: DataTransfer): void {
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

test('a drag selects cells, Backspace empties them in one step, and a key goes into the first', async () => {
  await openPage(TABLE);
  await drag('Apples', '7');
  await expect.poll(selected).toEqual(['Apples', '12', 'Pears', '7']);
  const frame = getComputedStyle(cellOf('Apples'), '::after');
  expect([frame.borderTopWidth, frame.borderLeftWidth, frame.borderRightWidth]).toEqual([
    '2px',
    '2px',
    '0px',
  ]);
  await press('Backspace');
  await expect.poll(shown).toEqual([
    ['Name', 'Amount'],
    ['', ''],
    ['', ''],
  ]);
  await press('ControlOrMeta+z');
  await expect.poll(selected).toEqual(['Apples', '12', 'Pears', '7']);
  await type('x');
  await expect.poll(shown).toEqual([
    ['Name', 'Amount'],
    ['x', ''],
    ['', ''],
  ]);
  expect(selected()).toEqual([]);
  await press('ControlOrMeta+z');
  await drag('7', 'Amount');
  await expect.poll(selected).toEqual(['Amount', '12', '7']);
  expect(await source()).toBe(TABLE);
});

test('Shift goes on by whole cells behind an edge, and Escape back to a caret', async () => {
  await openPage(TABLE);
  await content().getByText('Apples').click();
  await press('End', 'Shift+ArrowRight');
  await expect.poll(selected).toEqual(['Apples', '12']);
  await press('Shift+ArrowRight', 'Shift+ArrowDown');
  await expect.poll(selected).toEqual(['Apples', '12', 'Pears', '7']);
  await press('Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp');
  await expect.poll(selected).toEqual(['Name', 'Apples']);
  await press('Escape');
  await expect.poll(selected).toEqual([]);
  await type('!');
  await expect.poll(shown).toEqual([
    ['!Name', 'Amount'],
    ['Apples', '12'],
    ['Pears', '7'],
  ]);
  await content().getByText('Pears').click();
  await page.elementLocator(cellOf('12')).click({ modifiers: ['Shift'] });
  await expect.poll(selected).toEqual(['Apples', '12', 'Pears', '7']);
});

test('Ctrl+A selects the words of the cell, then the table, then the page', async () => {
  await openPage(TABLE);
  await content().getByText('Apples').click();
  await press('ControlOrMeta+a');
  expect(String(getSelection())).toBe('Apples');
  await press('ControlOrMeta+a');
  await expect.poll(selected).toHaveLength(6);
  expect(taken('copy').getData('text/plain')).toBe(TABLE.slice(7, -5));
  await press('ControlOrMeta+a');
  await expect.poll(selected).toEqual([]);
  expect(taken('copy').getData('text/plain')).toBe(TABLE);
});

test('a format is put around the words of each cell', async () => {
  await openPage(TABLE);
  await drag('Apples', '7');
  await press('ControlOrMeta+b');
  await expect.element(button(/^Bold/).first()).toHaveAttribute('aria-pressed', 'true');
  await press('ControlOrMeta+i', 'ControlOrMeta+b');
  await expect.poll(selected).toEqual(['Apples', '12', 'Pears', '7']);
  expect(await source()).toBe(
    TABLE.replace('Apples', '*Apples*').replace('12', '*12*').replace('Pears', '*Pears*').replace('7', '*7*'),
  );
});

test('cells go to a spreadsheet and come back, to this table and to others', async () => {
  await openPage(TABLE.replace('Apples', '==Apples== \\| plums'));
  await drag('Name', textOf(all('.cm-cell')[2] ?? document.body));
  await expect.poll(() => selected().length).toBe(2);
  let copy = new DataTransfer();
  await expect
    .poll(() => {
      copy = taken('copy');
      return copy.getData('text/html');
    })
    .toContain('<th data-trellis-cell="Name">Name</th>');
  expect(copy.getData('text/plain')).toBe('Name\n==Apples== | plums');
  const cut = taken('cut');
  expect(cut.getData('text/plain')).toBe('Name\n==Apples== | plums');
  await expect.poll(() => shown()[1]?.[0]).toBe('');
  await content().getByText('12').click();
  await press('Shift+ArrowDown');
  await expect.poll(() => selected().length).toBe(2);
  paste(copy);
  await expect.poll(() => shown()[2]?.[1]).toBe('Apples | plums');
  expect(await source()).toContain('|  | Name |\n| Pears | ==Apples== \\| plums |');
  const plain = new DataTransfer();
  plain.setData('text/plain', '1\n2\n3');
  await content().getByText('Pears').click();
  await press('Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp');
  await expect.poll(() => selected().length).toBeGreaterThan(1);
  paste(plain);
  await expect.poll(() => shown().map((row) => row[0])).toEqual(['1', '2', '3']);
});

test('a handle selects its row or column, and its actions leave the caret where it was', async () => {
  await openPage(TABLE);
  await content().getByText('Pears').click();
  await button('Actions of the column').click();
  await see(page.getByRole('menu', { name: 'Column' }));
  expect(selected()).toEqual(['Name', 'Apples', 'Pears']);
  await page.getByRole('menuitem', { name: 'Sort descending' }).click();
  await focused(content());
  await expect.poll(() => shown()[1]).toEqual(['Pears', '7']);
  await press('ControlOrMeta+z');
  await expect.poll(() => shown()[1]).toEqual(['Apples', '12']);
  await type('!');
  await expect.poll(() => shown()[2]).toEqual(['Pears!', '7']);
  await button('Actions of the row').click();
  await see(page.getByRole('menu', { name: 'Row' }));
  expect(selected()).toEqual(['Pears!', '7']);
  await press('Escape');
  await focused(content());
  await press('Delete');
  await expect.poll(() => shown()[2]).toEqual(['', '']);
});

test('a press within selected cells begins another selection, and three select the words of the cell', async () => {
  await openPage(TABLE);
  await drag('Name', '7');
  await expect.poll(selected).toHaveLength(6);
  await drag('Apples', 'Pears');
  await expect.poll(selected).toEqual(['Apples', 'Pears']);
  await page.elementLocator(cellOf('Apples')).tripleClick();
  await expect.poll(selected).toEqual([]);
  expect(String(getSelection())).toBe('Apples');
});

test('Shift+Enter breaks the line in a cell, written and read', async () => {
  await openPage(TABLE);
  await content().getByText('Apples').click();
  const { height } = cellOf('Apples').getBoundingClientRect();
  await press('End', 'Shift+Enter');
  await type('x');
  await expect.poll(() => cellOf('Applesx').getBoundingClientRect().height).toBeGreaterThan(height + 10);
  await press('ArrowUp');
  await type('-');
  await press('ArrowDown', 'End', 'Backspace', 'Backspace', 'Shift+Enter');
  await type('y');
  expect(await source()).toMatch(/\| (?:Apples-|A-pples|Appl-es|Ap-ples)<br>y \|/);
  await button('Read').click();
  await expect.poll(() => all('.page-table td br').length).toBe(1);
});

test('the columns of a long table stay as wide as they are while it is scrolled', async () => {
  const rows = Array.from(
    { length: 400 },
    (_, row) => `| ${row === 300 ? 'The longest name of them all' : 'Name'} | **${row}** |`,
  );
  await openPage(`| Name | Amount |\n| --- | --- |\n${rows.join('\n')}\n\nEnd`);
  await press('ControlOrMeta+Home');
  await see(page.elementLocator(cellOf('12')));
  const widths = () => {
    const cells = all('.cm-table-row:not(.cm-table-head) .cm-cell').slice(0, 2);
    return cells.map((cell) => Math.round(cell.getBoundingClientRect().width));
  };
  await expect.poll(() => widths()[0]).toBeGreaterThan(150);
  const before = widths();
  for (const row of [100, 200, 300, 399]) {
    const scroller = content().element().closest('main');
    await expect
      .poll(() => {
        const last = Number(shown().at(-1)?.[1]);
        if (last < row) scroller?.scrollBy({ top: 1500 });
        return last;
      })
      .toBeGreaterThanOrEqual(row);
    expect(widths()).toEqual(before);
  }
});
