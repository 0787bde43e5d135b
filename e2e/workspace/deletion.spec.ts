/** Deleting a workspace, which leads into the one that is left; the only one stays. */
import { expect, newAccount, newBrowser, signUp, test } from '../support/journey.ts';
import { letIn } from '../support/membership.ts';
import { toast } from '../support/toast.ts';

test('a workspace is deleted once nothing fails, and the person goes on in the one that is left @postgres', async ({
  person,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Leaving Person');
  const elsewhere = await newBrowser(browser, trellis);
  await signUp(await elsewhere.newPage(), owner);
  await elsewhere.close();
  await signUp(person, member);
  const memberships = /organization_members.*organizations/;
  await person.goto('/dashboard/settings/workspace');
  const deleteIt = async () => {
    await person.getByRole('main').getByRole('button', { name: 'Delete Workspace' }).click();
    const dialog = person.getByRole('dialog', { name: /^Delete/ });
    await expect(dialog.getByRole('button', { name: 'Delete Workspace' })).toBeDisabled();
    await dialog.getByLabel('Type the workspace’s name to confirm').fill("Leaving Person's Workspace");
    await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
  };
  await deleteIt();
  await expect(toast(person, 'Cannot delete workspace: You cannot delete your only workspace')).toBeVisible();

  await letIn(trellis, { member, owner });
  await person.route(memberships, (route) => route.fulfill({ status: 500, body: 'Oops' }));
  await deleteIt();
  await expect(toast(person, 'Failed to delete workspace')).toBeVisible();
  await expect(toast(person, 'Failed to fetch workspaces')).toBeVisible();
  await person.unroute(memberships);

  // Whether it can be told to Notion decides nothing.
  await person.route('**/notion-oauth/disconnect', (route) => route.abort());
  await deleteIt();
  await expect(toast(person, 'Workspace deleted successfully')).toBeVisible();
  await person.waitForURL('/dashboard/settings');
  await expect(person.getByRole('navigation').getByText("Ada Lovelace's Workspace")).toBeVisible();
  await person.getByRole('link', { name: 'Manage Workspace' }).click();
  await expect(person.getByRole('heading', { name: 'Members (2)' })).toBeVisible();
  await expect(person.getByRole('button', { name: 'Delete Workspace' })).toHaveCount(0);
});

test('a list of workspaces that cannot be read says so', async ({ person }) => {
  await signUp(person, newAccount('Unlisted Person'));
  await person.route(/organization_members.*organizations.*created_at/, (route) =>
    route.fulfill({ status: 500, body: 'Oops' }),
  );
  await person.goto('/dashboard/organizations');
  await expect(person.getByRole('main')).toContainText('Failed to fetch workspaces');
});
