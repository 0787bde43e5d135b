/// <reference lib="dom" />
/** Ways to a page: the filter, favourites, what was opened last, typing its name; and copies of pages. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  signIn,
  signOut,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { toast } from '../support/toast.ts';
import { addPages, choose, createSubpage, expectTree, row } from '../support/tree.ts';

test('the filter shows the pages of a name with what is above them, and Escape all of them again', async ({
  person,
}) => {
  await signUp(person, newAccount('Filter Person'));
  const team = crypto.randomUUID();
  await addPages(person, [
    { id: team, name: 'Team', parent_id: null },
    { id: crypto.randomUUID(), name: 'Café', parent_id: team },
    { id: crypto.randomUUID(), name: 'Plan', parent_id: null },
  ]);
  await expectTree(person, ['Team', 'Plan']);
  const filter = person.getByLabel('Filter pages');
  await filter.fill('cafe');
  await expectTree(person, ['Team', '  Café']);
  await filter.fill('nowhere');
  await expect(person.getByText('No page has this in its name.')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await filter.fill('caf');
  await expectTree(person, ['Team', '  Café']);
  await person.keyboard.press('ArrowDown');
  await expect(row(person, 'Team')).toBeFocused();
  await person.keyboard.press('ArrowDown');
  await person.keyboard.press('Enter');
  await expect(person.getByLabel('Page title')).toHaveValue('Café');
  await filter.press('Escape');
  await expectTree(person, ['Team', '  Café', 'Plan']);
});

test('favourites follow the person, and what was opened last stays on the device', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Favourite Person');
  await signUp(person, account);
  await createPage(person, 'Plan');
  await createPage(person, 'Notes');
  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitem', { name: 'Add to favorites' }).click();
  const pages = person.getByRole('region', { name: 'Pages' });
  await expect(pages.getByRole('list').getByRole('link')).toHaveText(['Notes']);
  await pages.getByRole('button', { name: 'Recent' }).click();
  await expect(pages.getByRole('list').last().getByRole('link')).toHaveText(['Notes', 'Plan']);
  await expectAccessibleInBothThemes(person);

  const elsewhere = await newBrowser(browser, trellis);
  const other = await elsewhere.newPage();
  await signIn(other, account);
  const there = other.getByRole('region', { name: 'Pages' });
  await expect(there.getByRole('list').getByRole('link')).toHaveText(['Notes']);
  await expect(there.getByRole('button', { name: 'Recent' })).toHaveCount(0);
  await there.getByRole('list').getByRole('link').hover();
  await there.getByRole('button', { name: 'Remove Notes from favorites' }).click();
  await expect(there.getByRole('button', { name: 'Favorites' })).toHaveCount(0);
  await other.reload();
  await expect(row(other, 'Notes')).toBeVisible();
  await expect(there.getByRole('button', { name: 'Favorites' })).toHaveCount(0);
  await elsewhere.close();

  // Both lists are one, and nobody who comes after this person finds it.
  await person.keyboard.press('ControlOrMeta+k');
  await expect(person.getByRole('option').first()).toHaveText(/^Notes/);
  await expect(person.getByRole('option').nth(1)).toHaveText(/^Plan/);
  await person.keyboard.press('Escape');
  await signOut(person);
  await expect
    .poll(() =>
      person.evaluate(() =>
        Object.keys(localStorage).filter((key) => /^trellis-(opened|recent)-[0-9a-f]/.test(key)),
      ),
    )
    .toEqual([]);
});

test('a page is copied alone from its row, or with its subpages from its own menu', async ({ person }) => {
  await signUp(person, newAccount('Copy Person'));
  await createPage(person, 'Plan');
  await createSubpage(person, 'Plan', 'Details');
  await row(person, 'Plan').click();
  await write(person, 'What is written is copied.');
  await choose(person, 'Plan', 'Duplicate');
  await expectTree(person, ['Plan', '  Details', 'Plan copy']);
  await row(person, 'Plan copy').click();
  await expect(content(person)).toHaveText('What is written is copied.');
  // From a row to its buttons, and back to the row from what they open.
  for (const opens of [
    { tabs: 1, role: 'menu' },
    { tabs: 2, role: 'dialog' },
  ] as const) {
    await row(person, 'Plan copy').focus();
    for (let tab = 0; tab < opens.tabs; tab++) await person.keyboard.press('Tab');
    await person.keyboard.press('Enter');
    await expect(person.getByRole(opens.role)).toBeVisible();
    await person.keyboard.press('Escape');
    await expect(person.getByRole(opens.role)).toHaveCount(0);
    await expect(row(person, 'Plan copy')).toBeFocused();
  }
  await row(person, /^Plan$/).click();
  await saved(person);
  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitem', { name: 'Duplicate with subpages' }).click();
  await expect(row(person, 'Plan copy')).toHaveCount(2);
  await person.reload();
  await person.getByRole('button', { name: 'Expand Plan copy' }).click();
  await expectTree(person, ['Plan', '  Details', 'Plan copy', '  Details', 'Plan copy']);

  await person.route('**/rest/v1/rpc/duplicate_page*', (route) =>
    route.fulfill({ status: 500, body: 'Oops' }),
  );
  await row(person, /^Plan$/).click({ button: 'right' });
  await person.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(toast(person, 'Failed to create page. Please try again.')).toBeVisible();
  await expect(row(person, 'Plan copy')).toHaveCount(2);
});

test('typing on the tree goes to the page of that name, also one with blanks', async ({ person }) => {
  await signUp(person, newAccount('Typing Person'));
  await addPages(
    person,
    ['New', 'New York', 'New Zealand'].map((name) => ({ name })),
  );
  await row(person, /^New$/).focus();
  await person.keyboard.type('new z');
  await expect(row(person, 'New Zealand')).toBeFocused();
});

test('a Notion page is its ID or its link, and nothing else', async ({ person }) => {
  await signUp(person, newAccount('Notion Person'));
  await createPage(person, 'Plan');
  const open = () => choose(person, 'Plan', 'Settings');
  const field = person.getByLabel('Notion Page ID');
  await open();
  await field.fill('Roadmap');
  await person.getByRole('button', { name: 'Save Settings' }).click();
  await expect(person.getByText('Enter a Notion page’s ID, or its link.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('https://www.notion.so/acme/Roadmap-1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d?pvs=4');
  await person.getByRole('button', { name: 'Save Settings' }).click();
  await expect(person.getByRole('dialog', { name: 'Page Settings' })).toHaveCount(0);
  await person.reload();
  await open();
  await expect(field).toHaveValue('1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d');
  await expect(person.getByText('Notion is not connected to this workspace.')).toBeVisible();
});
