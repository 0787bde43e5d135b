/** The open page's own menu. */
import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openPage } from '../support/editor.ts';
import { openApp } from '../support/open-app.tsx';
import { button, gone, press, see, toast } from '../support/person.ts';
import { row } from '../support/tree.ts';
import { signedIn } from '../support/workspace.ts';

test('a page’s text is copied as Markdown from its menu', async () => {
  await commands.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage('# A heading');
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await see(toast('Copied as Markdown'));
  expect(await navigator.clipboard.readText()).toBe('# A heading');

  await button('Page actions').click();
  await page.getByRole('menuitemradio', { name: 'Read' }).click();
  await see(page.getByTestId('reading-view'));
  // Left open, it would lie over the page.
  await gone(page.getByRole('menu'));
});

test('the open page’s menu does all that the row’s menu does', async () => {
  const workspace = signedIn({ pages: [{ name: 'Shelf' }, { name: 'Book' }] });
  await openApp(`/dashboard/pages/${workspace.pageNamed('Book').id}`);
  const choose = async (name: string) => {
    await button('Page actions').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Settings');
  await see(page.getByRole('dialog', { name: 'Page Settings' }));
  await press('Escape');
  await choose('Move to...');
  await see(page.getByRole('dialog', { name: 'Move "Book"' }));
  await press('Escape');
  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await gone(row('Book'));
  await expect.poll(() => workspace.pageNamed('Book').is_archived).toBe(true);
});
