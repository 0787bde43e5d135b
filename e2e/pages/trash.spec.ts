/// <reference lib="dom" />
/** Deleted pages: found in the trash, restored, or deleted for good. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  content,
  createPage,
  expect,
  newAccount,
  saved,
  saveStatus,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { toast } from '../support/toast.ts';
import { createSubpage, deletePage, expectTree, row } from '../support/tree.ts';

const entries = (page: import('@playwright/test').Page) => page.getByRole('main').getByRole('listitem');

test('what is in the trash is restored, to the root when its place is gone @postgres', async ({ person }) => {
  await signUp(person, newAccount('Trash Restorer'));
  await person.getByRole('link', { name: 'Trash' }).click();
  await expect(person.getByText('The trash is empty.')).toBeVisible();
  await createPage(person, 'Plan');
  await createSubpage(person, 'Plan', 'Details');
  await deletePage(person, 'Details');
  await expectTree(person, ['Plan']);
  await expect(person.getByLabel('Page title')).toHaveValue('Plan');
  await deletePage(person, 'Plan');
  await person.getByRole('link', { name: 'Trash' }).click();
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

test('deleting for good asks first, and takes what went along @postgres', async ({ person }) => {
  await signUp(person, newAccount('For Good'));
  for (const name of ['One', 'Two', 'Three']) await createPage(person, name);
  await createSubpage(person, 'One', 'Beneath');
  for (const name of ['One', 'Two', 'Three']) await deletePage(person, name);
  await expect(person.getByText('No pages yet')).toBeVisible();
  await person.goto('/dashboard/trash');
  await expect(entries(person)).toHaveCount(3);
  await expect(entries(person).last()).toContainText('1 page under it');
  await person.getByRole('button', { name: 'Delete One for good' }).click();
  const ask = person.getByRole('alertdialog');
  await expect(ask).toContainText('The page and the page under it cannot be brought back.');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(entries(person)).toHaveCount(3);
  await person.getByRole('button', { name: 'Delete One for good' }).click();
  await ask.getByRole('button', { name: 'Delete for good' }).click();
  await expect(toast(person, 'Page deleted for good')).toBeVisible();
  await expect(entries(person)).toHaveCount(2);
  await person.reload();
  await expect(entries(person)).toHaveCount(2);
  await person.getByRole('button', { name: 'Empty trash' }).click();
  await expect(ask).toContainText('Nobody in this workspace can restore the 2 pages in it afterwards.');
  await ask.getByRole('button', { name: 'Empty trash' }).click();
  await expect(person.getByText('The trash is empty.')).toBeVisible();
  await person.reload();
  await expect(person.getByText('The trash is empty.')).toBeVisible();
});

test('a page that is open elsewhere says when it goes to the trash, and comes back from there', async ({
  person,
}) => {
  await signUp(person, newAccount('Open Elsewhere'));
  await createPage(person, 'Plan');
  await createSubpage(person, 'Plan', 'Details');
  const second = await person.context().newPage();
  await second.goto('/dashboard');
  await deletePage(second, 'Plan');
  await expect(second.getByText('No pages yet')).toBeVisible();
  await expect(person.getByText('This page is in the trash.')).toBeVisible();
  await write(person, 'Still written.');
  await expect(saveStatus(person)).toContainText('This page was deleted');
  await person.getByRole('button', { name: 'Restore' }).click();
  await saved(person);
  await expect(person.getByText('This page is in the trash.')).toHaveCount(0);
  await expect(row(person, 'Details')).toBeVisible();
  await expect(row(second, 'Details')).toBeVisible();
  await person.reload();
  await expect(content(person)).toHaveText('Still written.');

  await deletePage(second, 'Details');
  await expect(person.getByText('This page is in the trash.')).toBeVisible();
  await person.reload();
  await expect(person.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await person.getByRole('button', { name: 'Restore' }).click();
  await expect(content(person)).toHaveText('Still written.');
  await second.close();
});

test('the trash on a phone', async ({ browser, trellis }) => {
  const context = await browser.newContext({
    baseURL: trellis.url,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await signUp(page, newAccount('Phone Trash'));
  const name = 'A name that is far too long for a phone, and goes on and on';
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await createPage(page, name);
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('button', { name: `Actions for ${name}` }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).tap();
  await page.waitForURL('/dashboard');
  if (!(await page.getByRole('link', { name: 'Trash' }).isVisible()))
    await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('link', { name: 'Trash' }).tap();
  await expect(entries(page)).toHaveCount(1);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: `Restore ${name}` }).tap();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await context.close();
});
