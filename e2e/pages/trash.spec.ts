/// <reference lib="dom" />
/** Deleted pages: found in the trash, restored, or deleted for good. */
import { randomUUID } from 'node:crypto';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { createPage, expect, newAccount, signUp, test } from '../support/journey.ts';
import { toast } from '../support/toast.ts';
import { addPages, createSubpage, deletePage, expectTree, row } from '../support/tree.ts';

const entries = (page: import('@playwright/test').Page) => page.getByRole('main').getByRole('listitem');

test('a page in the trash is restored, to the root when its place is gone', async ({ person }) => {
  await signUp(person, newAccount('Trash Restorer'));
  await person.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(person.getByText('The trash is empty.')).toBeVisible();
  await createPage(person, 'Plan');
  await createSubpage(person, 'Plan', 'Details');
  await deletePage(person, 'Details');
  await expectTree(person, ['Plan']);
  await expect(person.getByLabel('Page title')).toHaveValue('Plan');
  await deletePage(person, 'Plan');
  await person.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(entries(person)).toHaveCount(2);
  await expect(entries(person).first()).toContainText(/^Plan.*Deleted by you just now/);
  await expectAccessibleInBothThemes(person);

  await person.getByRole('button', { name: 'Restore Details' }).click();
  await expect(toast(person, 'Page restored')).toBeVisible();
  await expectTree(person, ['Details']);
  await person.getByRole('button', { name: 'Restore Plan' }).click();
  // Its place was the first; the one that has it by now keeps it.
  await expectTree(person, ['Details', 'Plan']);
  await expect(person.getByText('The trash is empty.')).toBeVisible();
  await person.reload();
  await expectTree(person, ['Details', 'Plan']);
});

test('on a phone, deleting for good asks first, and takes the pages beneath along', async ({
  browser,
  trellis,
}) => {
  const context = await browser.newContext({
    baseURL: trellis.url,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await signUp(page, newAccount('For Good'));
  const id = randomUUID();
  const pages = [{ id, name: 'One' }, { name: 'Two' }, { name: 'Three' }];
  await addPages(page, [...pages, { name: 'Beneath', parent_id: id }]);
  const ask = page.getByRole('alertdialog');
  for (const { name } of pages) {
    // A finger does not hover: the row's buttons are there at once.
    const actions = page.getByRole('button', { name: `Actions for ${name}` });
    if (!(await actions.isVisible())) await page.getByRole('button', { name: 'Open menu' }).tap();
    await actions.tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await ask.getByRole('button', { name: 'Delete', exact: true }).tap();
    await expect(row(page, name)).toHaveCount(0);
  }
  await page.goto('/dashboard/trash');
  await expect(entries(page)).toHaveCount(3);
  await expect(entries(page).last()).toContainText('1 page under it');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Delete One for good' }).tap();
  await expect(ask).toContainText('The page and the page under it cannot be brought back.');
  await ask.getByRole('button', { name: 'Cancel' }).tap();
  await expect(entries(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Delete One for good' }).tap();
  await ask.getByRole('button', { name: 'Delete for good' }).tap();
  await expect(toast(page, 'Page deleted for good')).toBeVisible();
  await expect(entries(page)).toHaveCount(2);
  await page.reload();
  await expect(entries(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Empty trash' }).tap();
  await expect(ask).toContainText('Nobody in this workspace can restore the 2 pages in it afterwards.');
  await ask.getByRole('button', { name: 'Empty trash' }).tap();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await context.close();
});
