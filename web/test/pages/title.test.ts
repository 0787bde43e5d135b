/** The page's title is one line, whatever is put into it. */
import { expect, test } from 'vitest';
import { LONGEST_PAGE_NAME } from '../../src/lib/limits.ts';
import { openPage, saved, title } from '../support/person/editor.ts';

test('lines that are pasted into the title become one, and no longer than a name may be', async () => {
  const { workspace } = await openPage('', 'Draft');
  await title().fill('First\n  second\r\n\r\nthird');
  await expect.element(title()).toHaveValue('First second third');
  await saved();
  expect(workspace.pages.map(({ name }) => name)).toEqual(['First second third']);
  await title().fill('x'.repeat(LONGEST_PAGE_NAME + 10));
  await expect.element(title()).toHaveValue('x'.repeat(LONGEST_PAGE_NAME));
});
