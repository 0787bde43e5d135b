/// <reference lib="dom" />
/** The dashboard tells what happened to the workspace's pages, to those who may read them. */
import type { Page } from '@playwright/test';
import {
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

const activity = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });
const lines = (page: Page) => activity(page).getByRole('listitem');

async function openDashboard(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
  await page.waitForURL('/dashboard');
}

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('treeitem', { name }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action }).click();
}

test('what happens to pages is told, newest first, and nobody outside reads it', async ({
  person,
  browser,
  trellis,
}) => {
  await signUp(person, newAccount('Ada Lovelace'));
  await expect(activity(person)).toContainText('No recent activity yet.');
  await createPage(person, 'Team');
  await createPage(person, 'Plan');
  await write(person, 'First this.');
  await saved(person);
  await write(person, ' Then that.');
  await expect(saveStatus(person)).toHaveText('Unsaved changes • Auto-saving...');
  await expect(saveStatus(person)).toHaveText('Saved');
  await openDashboard(person);
  await expect(lines(person)).toHaveText([
    /Ada Lovelace edited Plan/,
    /Ada Lovelace created Plan/,
    /Ada Lovelace created Team/,
  ]);

  const tree = person.getByRole('tree');
  await tree.getByRole('treeitem', { name: 'Plan' }).getByText('Plan').dblclick();
  await tree.getByRole('textbox').fill('Roadmap');
  await person.keyboard.press('Enter');
  // A double click opens the page on its way.
  await expect(person.getByLabel('Page title')).toHaveValue('Roadmap');
  await openDashboard(person);
  await expect(lines(person).first()).toContainText('Ada Lovelace renamed Plan to Roadmap');
  await chooseAction(person, 'Roadmap', 'Move to...');
  await person.getByRole('dialog').getByRole('radio', { name: 'Team' }).check();
  await person.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  // The list follows the tree beside it.
  await expect(lines(person).first()).toContainText('Ada Lovelace moved Roadmap into Team');
  await lines(person).first().getByRole('link', { name: 'Roadmap' }).click();
  await expect(person.getByLabel('Page title')).toHaveValue('Roadmap');

  await openDashboard(person);
  await chooseAction(person, 'Team', 'Delete');
  await person.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(lines(person).first()).toContainText('Ada Lovelace archived Team');
  await expect(lines(person)).toHaveCount(6);
  await expect(activity(person).getByRole('link')).toHaveCount(0);

  await person.goto('/dashboard/trash');
  await person.getByRole('button', { name: 'Delete Team for good' }).click();
  await person.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(person.getByRole('button', { name: 'Delete Team for good' })).toHaveCount(0);
  await openDashboard(person);
  // The pages' own lines are gone with them.
  await expect(lines(person)).toHaveText([/Ada Lovelace deleted Team for good/]);

  const elsewhere = await newBrowser(browser, trellis);
  const eve = await elsewhere.newPage();
  await signUp(eve, newAccount('Eve Moneypenny'));
  await expect(activity(eve)).toContainText('No recent activity yet.');
  await elsewhere.close();
});

test('more than fits is shown on request', async ({ person }) => {
  await signUp(person, newAccount('Lin Many'));
  await createPage(person, 'Page 0');
  await addPages(person, 45);
  await openDashboard(person);
  await expect(lines(person)).toHaveCount(20);
  await activity(person).getByRole('button', { name: 'Show more' }).click();
  await expect(lines(person)).toHaveCount(40);
  await activity(person).getByRole('button', { name: 'Show more' }).click();
  await expect(lines(person)).toHaveCount(46);
  await expect(lines(person).last()).toContainText('Lin Many created Page 0');
  // Pages that came in one request share their moment, as far as a clock tells: none is lost or told twice.
  expect(new Set(await activity(person).getByRole('link').allTextContents()).size).toBe(46);
  await expect(activity(person).getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('a failure is told, and can be tried again', async ({ person }) => {
  await person.route('**/rest/v1/page_activity*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'The database is away' } }),
  );
  await signUp(person, newAccount('Lin Unlucky'));
  await expect(activity(person).getByRole('alert')).toContainText('could not be shown');
  await person.unroute('**/rest/v1/page_activity*');
  await activity(person).getByRole('button', { name: 'Try again' }).click();
  await expect(activity(person)).toContainText('No recent activity yet.');
});

/** Adds `Page 1` to `Page <count>` as the person who is signed in, in one request. */
async function addPages(page: Page, count: number): Promise<void> {
  const asked = page.waitForRequest((request) => request.url().includes('/rest/v1/pages'));
  await page.reload();
  const { apikey = '', authorization = '' } = await (await asked).allHeaders();
  const headers = { apikey, authorization };
  const [{ organization_id }] = await (
    await page.request.get('/rest/v1/pages?select=organization_id&limit=1', { headers })
  ).json();
  const data = Array.from({ length: count }, (_, index) => ({ organization_id, name: `Page ${index + 1}` }));
  expect((await page.request.post('/rest/v1/pages', { headers, data })).status()).toBe(201);
}
