/// <reference lib="dom" />
/** People in a workspace are removed, get other roles, and leave; each of them then sees the right screens. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  type Account,
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
import { letIn, moveIn, shutOut } from '../support/membership.ts';
import { toast } from '../support/toast.ts';

/** All that the browser keeps for a start without a connection, as one text. */
const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const name = databases.find((one) => one.name?.startsWith('trellis-seen-'))?.name ?? '';
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = await new Promise<unknown>((resolve, reject) => {
      const request = database.transaction('answers').objectStore('answers').getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return JSON.stringify(all);
  });

test('a member is removed, and a member who has left cannot be', async ({ person, browser, trellis }) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace Hopper');
  await signUp(person, owner);
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await signUp(page, member);
  await letIn(trellis, { member, owner });
  const listOfWorkspaces = page.getByRole('main').getByRole('listitem');
  await page.goto('/dashboard/organizations');
  await expect(listOfWorkspaces).toHaveCount(2);
  await page.getByRole('button', { name: "Open Ada Lovelace's Workspace" }).click();
  await expect.poll(() => keptAnswers(page)).toContain("Ada Lovelace's Workspace");

  await person.goto('/dashboard/settings/workspace');
  const remove = async () => {
    await person.getByRole('button', { name: 'Manage Grace Hopper' }).click();
    await person.getByRole('dialog').getByRole('button', { name: 'Remove…' }).click();
    await person.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  };
  await expect(person.getByRole('heading', { name: 'Members (2)' })).toBeVisible();
  await shutOut(trellis, { member, owner });
  await remove();
  await expect(toast(person, 'Failed to remove member')).toBeVisible();
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();

  await letIn(trellis, { member, owner });
  await person.reload();
  await person.getByRole('button', { name: 'New join link' }).click();
  await person.getByRole('button', { name: 'Create link' }).click();
  await person.getByRole('button', { name: 'Done' }).click();
  await person.getByRole('button', { name: 'Manage Grace Hopper' }).click();
  await person.getByRole('dialog').getByRole('button', { name: 'Remove…' }).click();
  await person.getByRole('alertdialog').getByRole('checkbox').check();
  await person.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(person, 'Join links closed')).toBeVisible();
  await expect(person.getByText(/^Used/)).toHaveCount(0);
  await expect(toast(person, 'Member removed successfully')).toBeVisible();
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();
  await page.goto('/dashboard/organizations');
  await expect(listOfWorkspaces).toHaveCount(1);
  await expect.poll(() => keptAnswers(page)).not.toContain("Ada Lovelace's Workspace");
  await elsewhere.close();
});

test('roles change hands, and a member leaves @postgres', async ({ person, browser, trellis }) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace Hopper');
  await signUp(person, owner);
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await signUp(page, member);
  await letIn(trellis, { member, owner });
  await person.goto('/dashboard/settings/workspace');
  const row = (of: Account) => person.getByRole('listitem').filter({ hasText: of.email });
  const choose = async (role: string) => {
    await person.getByRole('button', { name: 'Manage Grace Hopper' }).click();
    const dialog = person.getByRole('dialog', { name: 'Grace Hopper' });
    await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
    await dialog.getByRole('button', { name: /^(Save|Hand over)$/ }).click();
  };
  // The only owner cannot leave yet.
  await expect(person.getByRole('button', { name: 'Leave' })).toHaveCount(0);
  await choose('Admin');
  await expect(toast(person, 'Grace Hopper is now Admin')).toBeVisible();
  await expect(row(member)).toContainText('Admin');
  await choose('Owner in your place');
  await expect(toast(person, 'Grace Hopper owns the workspace now')).toBeVisible();
  await expect(row(member)).toContainText('Owner');
  await expect(row(owner)).toContainText('Admin');
  await expect(person.getByRole('heading', { name: 'Danger Zone' })).toHaveCount(0);
  await expect(person.getByRole('button', { name: 'Manage Grace Hopper' })).toHaveCount(0);

  await person.getByRole('button', { name: 'Leave' }).click();
  await person.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(toast(person, "You left Ada Lovelace's Workspace")).toBeVisible();
  await person.waitForURL('/dashboard/organizations');
  await expect(person.getByText('No organizations yet.')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Connect Notion' }).click();
  await expect(toast(person, 'Notion is connected to a workspace, and you are in none')).toBeVisible();
  await person.goto('/dashboard/organizations');
  await person.getByRole('button', { name: 'Create organization' }).click();
  await person.getByRole('dialog').getByLabel('Name').fill('Analytical Engines');
  await person.getByRole('dialog').getByRole('button', { name: 'Create organization' }).click();
  await expect(person.getByRole('navigation', { name: 'Workspace' })).toContainText('Analytical Engines');

  await page.goto('/dashboard/organizations');
  const workspaces = page.getByRole('main').getByRole('listitem');
  await expect(workspaces).toHaveText([
    /Grace Hopper's Workspace.*Owner · 1 member/,
    /Ada Lovelace's Workspace.*Owner · 1 member/,
  ]);
  await page.getByRole('button', { name: "Open Ada Lovelace's Workspace" }).click();
  await page.waitForURL('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toContainText("Ada Lovelace's Workspace");
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toContainText("Ada Lovelace's Workspace");
  await elsewhere.close();
});

test('a member removed while writing keeps the words on the screen, and writes nothing there any more', async ({
  person,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace Hopper');
  await signUp(person, owner);
  await createPage(person, 'Shared plan');
  const address = person.url();
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await signUp(page, member);
  await moveIn(trellis, { member, owner });
  await page.goto(address);
  await write(page, 'Before. ');
  await saved(page);
  await shutOut(trellis, { member, owner });
  await write(page, 'After being removed.');
  await expect(saveStatus(page)).not.toHaveText(/Saved|Auto-saving|Saving/);
  await expect(content(page)).toContainText('Before. After being removed.');
  await expectAccessibleInBothThemes(page);
  await person.reload();
  await expect(content(person)).toContainText('Before.');
  await expect(content(person)).not.toContainText('After');
  await elsewhere.close();
});
