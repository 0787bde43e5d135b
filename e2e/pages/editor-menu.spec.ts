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
});
