/** Deleting a workspace leads into the one that is left. For the only one, and for failures, see web/test/workspace. */
import { expect, newAccount, newBrowser, openWorkspace, signUp, test } from '../support/journey.ts';
import { letIn } from '../support/membership.ts';
import { toast } from '../support/toast.ts';

test('a workspace is deleted, and then the person works in the one that is left', async ({
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
  await letIn(trellis, { member, owner });
  await person.goto('/dashboard/settings/workspace');
  await person.getByRole('main').getByRole('button', { name: 'Delete Workspace' }).click();
  const dialog = person.getByRole('dialog', { name: /^Delete/ });
  await dialog.getByLabel('Type the workspace’s name to confirm').fill("Leaving Person's Workspace");
  await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
  await expect(toast(person, 'Workspace deleted successfully')).toBeVisible();
  await person.waitForURL('/dashboard/settings');
  await expect(openWorkspace(person, "Ada Lovelace's Workspace")).toBeVisible();
});
