/**
 * Coming into a workspace without any mail: by a copied invitation, or by a link for several people. For the forms, and
 * for links that let nobody in any more, see web/test/workspace/invitations.test.ts and supabase/tests/invitations.sql.
 */
import { expect, newAccount, newBrowser, openWorkspace, signUp, test } from '../support/journey.ts';
import { toast } from '../support/toast.ts';

test('one person comes in by a copied invitation, and another one by a join link, which is used up then', async ({
  person,
  browser,
  trellis,
}) => {
  // Several browsers, one after the other.
  test.slow();
  const invited = newAccount('Grace Hopper');
  await signUp(person, newAccount('Ada Lovelace'));
  await person.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.goto('/dashboard/settings/workspace');
  await person.getByRole('button', { name: 'Invite Member' }).click();
  const form = person.getByRole('dialog', { name: 'Invite Member' });
  await expect(form).toContainText('This server sends no mail.');
  await expect(form).toContainText('Email addresses are not confirmed on this server.');
  await form.getByLabel('Email').fill(invited.email);
  await form.getByRole('button', { name: 'Send Invite' }).click();
  const dialog = person.getByRole('dialog', { name: 'People invited' });
  await expect(dialog.getByText('Not mailed')).toBeVisible();
  await dialog.getByRole('button', { name: `Copy link for ${invited.email}` }).click();
  await expect(toast(person, 'Link copied')).toBeVisible();
  const link = await person.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${trellis.url}/invite#[0-9a-f]{64}$`));
  await dialog.getByRole('button', { name: 'Done' }).click();

  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto(link);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').fill(invited.fullName);
  await page.getByLabel('Email').fill(invited.email);
  await page.getByLabel('Password', { exact: true }).fill(invited.password);
  await page.getByLabel('Confirm password').fill(invited.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(toast(page, "You are now in Ada Lovelace's Workspace")).toBeVisible();

  await person.getByRole('button', { name: 'New join link' }).click();
  const order = person.getByRole('dialog', { name: 'New join link' });
  await order.getByLabel('How many people').fill('1');
  await order.getByRole('button', { name: 'Create link' }).click();
  const made = person.getByRole('dialog', { name: 'Join link', exact: true });
  const joinLink = await made.getByRole('textbox', { name: 'Join link' }).inputValue();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(person.getByText('Used 0 of 1 times · Expires in 7 days')).toBeVisible();
  // The same browser, with another account.
  await signUp(page, newAccount('Joan Clarke'));
  await page.goto(joinLink);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('/dashboard');
  await expect(openWorkspace(page, "Ada Lovelace's Workspace")).toBeVisible();
  await signUp(page, newAccount('Katherine Johnson'));
  await page.goto(joinLink);
  await expect(page.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await person.reload();
  await expect(person.getByRole('heading', { name: 'Members (3)' })).toBeVisible();
  await expect(person.getByText(/^Used/)).toHaveCount(0);
  await elsewhere.close();
});
