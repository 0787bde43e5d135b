/**
 * People in a workspace: given other roles, leaving, removed while they write. For the screens see
 * web/test/workspace.
 */
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

test('roles change hands, and a member leaves', async ({ person, browser, trellis }) => {
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

  await page.goto('/dashboard/organizations');
  const workspaces = page.getByRole('main').getByRole('listitem');
  await expect(workspaces).toHaveText([
    /Grace Hopper's Workspace.*Owner · 1 member/,
    /Ada Lovelace's Workspace.*Owner · 1 member/,
  ]);
  await elsewhere.close();
});

test('a member who is removed while writing keeps their words on the screen, and writes nothing there any more', async ({
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
