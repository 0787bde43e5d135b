/// <reference lib="dom" />
/** What the open page's own menu offers. */
import { createPage, expect, newAccount, signUp, test, write } from '../support/journey.ts';
import { toast } from '../support/toast.ts';

test('a page’s text is copied as Markdown from its menu', async ({ person }) => {
  await person.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(person, newAccount('Copy Writer'));
  await createPage(person, 'Draft');
  await write(person, '# A heading');
  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await expect(toast(person, 'Copied as Markdown')).toBeVisible();
  expect(await person.evaluate(() => navigator.clipboard.readText())).toBe('# A heading');

  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitemradio', { name: 'Read' }).click();
  await expect(person.getByTestId('reading-view')).toBeVisible();
  // Left open, it would lie over the page.
  await expect(person.getByRole('menu')).toHaveCount(0);
});

test('what the row’s menu does, the open page’s does, too', async ({ person }) => {
  await signUp(person, newAccount('Menu User'));
  await createPage(person, 'Shelf');
  await createPage(person, 'Book');
  const choose = async (name: string) => {
    await person.getByRole('button', { name: 'Page actions' }).click();
    await person.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Settings');
  await expect(person.getByRole('dialog', { name: 'Page Settings' })).toBeVisible();
  await person.keyboard.press('Escape');
  await choose('Move to...');
  const move = person.getByRole('dialog', { name: 'Move "Book"' });
  await expect(move).toBeVisible();
  await person.keyboard.press('Escape');
  await choose('Delete');
  await person.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(person.getByRole('treeitem', { name: 'Book' })).toHaveCount(0);
});
