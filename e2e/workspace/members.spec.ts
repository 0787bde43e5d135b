/** Removing somebody from a workspace: the list follows what the server says, and the removed person is out. */
import { expect, newAccount, newBrowser, signUp, test } from '../support/journey.ts';
import { letIn, shutOut } from '../support/membership.ts';
import { toast } from '../support/toast.ts';

test('a member is removed, and whoever is gone already cannot be', async ({ person, browser, trellis }) => {
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

  await person.goto('/dashboard/settings/workspace');
  const invite = person.getByRole('button', { name: 'Invite Member' });
  await expect(invite).toBeDisabled();
  await expect(invite).toHaveAccessibleDescription('Member invitations will be implemented soon');
  const remove = async () => {
    await person.getByRole('button', { name: 'Remove Grace Hopper' }).click();
    await person.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  };
  await expect(person.getByRole('heading', { name: 'Members (2)' })).toBeVisible();
  await shutOut(trellis, { member, owner });
  await remove();
  await expect(toast(person, 'Failed to remove member')).toBeVisible();
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();

  await letIn(trellis, { member, owner });
  await person.reload();
  await remove();
  await expect(toast(person, 'Member removed successfully')).toBeVisible();
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();
  await page.reload();
  await expect(listOfWorkspaces).toHaveCount(1);
  await elsewhere.close();
});
