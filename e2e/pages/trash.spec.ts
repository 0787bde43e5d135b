/// <reference lib="dom" />
/** Deleted pages: taken back at once, found in the trash, restored, or deleted for good. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  saveStatus,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { moveIn } from '../support/membership.ts';
import { toast } from '../support/toast.ts';
import { choose, createSubpage, deletePage, expectTree, row } from '../support/tree.ts';

const entries = (page: import('@playwright/test').Page) => page.getByRole('main').getByRole('listitem');

test('a page is deleted with what is under it, and Undo brings all of it and the open page back', async ({
  person,
}) => {
  await signUp(person, newAccount('Second Thoughts'));
  await createPage(person, 'Plan');
  await createSubpage(person, 'Plan', 'Details');
  await write(person, 'Kept.');
  await saved(person);
  const address = person.url();
  await choose(person, 'Plan', 'Delete');
  await expect(person.getByRole('alertdialog', { name: 'Delete "Plan"?' })).toContainText(
    'The page and the page under it go to the trash for everyone in this workspace.',
  );
  await person.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await person.waitForURL('/dashboard');
  await expect(person.getByText('No pages yet')).toBeVisible();
  await toast(person, 'Page moved to trash').waitFor();
  await person.getByRole('button', { name: 'Undo' }).click();
  await person.waitForURL(address);
  await expect(content(person)).toHaveText('Kept.');
  await expectTree(person, ['Plan', '  Details']);
});

test('by keys alone, the row that takes the place of the deleted one is next', async ({ person }) => {
  await signUp(person, newAccount('Lin Keys'));
  for (const name of ['One', 'Two', 'Three']) await createPage(person, name);
  await row(person, 'Three').click();
  const deleteByKeys = async (name: string) => {
    await expect(row(person, name)).toBeFocused();
    await person.keyboard.press('Delete');
    const confirm = person.getByRole('alertdialog', { name: `Delete "${name}"?` });
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await person.keyboard.press('Tab');
    await person.keyboard.press('Enter');
    await expect(row(person, name)).toHaveCount(0);
  };
  await person.keyboard.press('ArrowUp');
  // Another page than the one that is open.
  await deleteByKeys('Two');
  await deleteByKeys('Three');
  await person.waitForURL('/dashboard');
  await deleteByKeys('One');
  await expect(person.getByText('No pages yet')).toBeVisible();
});

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

test('when the server refuses, the entry is back and that is said', async ({ person }) => {
  await signUp(person, newAccount('Refused Trash'));
  await createPage(person, 'Plan');
  await deletePage(person, 'Plan');
  await person.goto('/dashboard/trash');
  await person.route('**/rest/v1/rpc/{restore_page,delete_page_for_good,empty_trash}*', (route) =>
    route.fulfill({ status: 500, body: 'Oops' }),
  );
  await person.getByRole('button', { name: 'Restore Plan' }).click();
  await expect(toast(person, 'Failed to restore page')).toBeVisible();
  await expect(entries(person)).toHaveCount(1);
  await person.getByRole('button', { name: 'Delete Plan for good' }).click();
  await person.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(toast(person, 'Failed to delete page')).toBeVisible();
  await expect(entries(person)).toHaveCount(1);
  await person.getByRole('button', { name: 'Empty trash' }).click();
  await person.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click();
  await expect(toast(person, 'Failed to empty trash')).toBeVisible();
  await expect(entries(person)).toHaveCount(1);
});

test('nobody finds the private pages of others in the trash, and it says who deleted what is there', async ({
  person,
  browser,
  trellis,
}) => {
  const owner = newAccount('Olga Owner');
  const member = newAccount('Mia Member');
  await signUp(person, owner);
  const elsewhere = await newBrowser(browser, trellis);
  const other = await elsewhere.newPage();
  await signUp(other, member);
  await moveIn(trellis, { member, owner });
  await createPage(person, 'Diary');
  await choose(person, 'Diary', 'Settings');
  await person.getByRole('dialog').getByText('Only you can see this page').click();
  await person.getByRole('button', { name: 'Save Settings' }).click();
  await createPage(person, 'Minutes');
  await deletePage(person, 'Diary');
  await deletePage(person, 'Minutes');
  await expect(person.getByText('No pages yet')).toBeVisible();
  await other.goto('/dashboard/trash');
  await expect(entries(other)).toHaveCount(1);
  await expect(entries(other)).toContainText(/^Minutes.*Deleted by Olga Owner/);
  await elsewhere.close();
  await person.goto('/dashboard/trash');
  await expect(entries(person)).toHaveCount(2);
  await expect(person.getByRole('img', { name: 'Private' })).toBeVisible();
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
