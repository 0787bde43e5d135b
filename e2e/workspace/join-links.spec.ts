/** Coming into a workspace without any mail: by a copied invitation, or by a link for several people. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  type Account,
  expect,
  newAccount,
  newBrowser,
  openWorkspace,
  signUp,
  test,
} from '../support/journey.ts';
import { toast } from '../support/toast.ts';

async function signUpFromInvitation(page: Page, account: Account): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').fill(account.fullName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('without a mail server the invitation is a link to copy', async ({ person, browser, trellis }) => {
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
  await form.getByLabel('Email').fill('nobody');
  await form.getByRole('button', { name: 'Send Invite' }).click();
  await expect(form.getByText('“nobody” is not an email address.')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await form.getByLabel('Email').fill(invited.email);
  await form.getByRole('button', { name: 'Send Invite' }).click();
  const dialog = person.getByRole('dialog', { name: 'People invited' });
  await expect(dialog.getByText('No mail was sent. Pass the links on yourself.')).toBeVisible();
  await expect(dialog.getByText('Not mailed')).toBeVisible();
  await dialog.getByRole('button', { name: `Copy link for ${invited.email}` }).click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  const link = await person.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${trellis.url}/invite#[0-9a-f]{64}$`));
  await dialog.getByRole('button', { name: 'Done' }).click();

  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(link);
  await expectAccessibleInBothThemes(page);
  await signUpFromInvitation(page, invited);
  await expect(toast(page, "You are now in Ada Lovelace's Workspace")).toBeVisible();
  await page.goto('/dashboard/settings/workspace');
  await expect(page.getByRole('heading', { name: 'Members (2)' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // Members neither invite nor see who is invited.
  await expect(page.getByRole('button', { name: 'Invite Member' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Join links' })).toHaveCount(0);
  await elsewhere.close();
});

test('a join link admits as many people as it says, shows the count, and admits nobody once revoked', async ({
  person,
  browser,
  trellis,
}) => {
  // Several browsers, one after the other.
  test.slow();
  await signUp(person, newAccount('Ada Lovelace'));
  await person.goto('/dashboard/settings/workspace');
  const create = async (people: string) => {
    await person.getByRole('button', { name: 'New join link' }).click();
    const form = person.getByRole('dialog', { name: 'New join link' });
    await form.getByLabel('How many people').fill('0');
    await form.getByRole('button', { name: 'Create link' }).click();
    await expect(form.getByText('Enter a number from 1 to 1000.')).toBeVisible();
    await form.getByLabel('How many people').fill(people);
    await form.getByRole('button', { name: 'Create link' }).click();
    const dialog = person.getByRole('dialog', { name: 'Join link', exact: true });
    const link = await dialog.getByRole('textbox', { name: 'Join link' }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    return link;
  };
  const limited = await create('1');
  await expect(person.getByText('Used 0 of 1 times · Expires in 7 days')).toBeVisible();
  const unlimited = await create('');
  await expect(person.getByText('Used 0 times · Expires in 7 days')).toBeVisible();
  await expectAccessibleInBothThemes(person);

  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto(limited);
  await signUpFromInvitation(page, newAccount('Grace Hopper'));
  await expect(openWorkspace(page, "Ada Lovelace's Workspace")).toBeVisible();
  await person.reload();
  await person.getByRole('button', { name: 'Manage Grace Hopper' }).click();
  await person.getByRole('dialog').getByRole('button', { name: 'Remove…' }).click();
  const removal = person.getByRole('alertdialog');
  await expect(removal.getByRole('checkbox', { name: 'Also close the open join link' })).not.toBeChecked();
  await expectAccessibleInBothThemes(person);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();
  // The removed member had the other link.
  await page.goto(unlimited);
  await expect(page.getByRole('heading', { name: 'This invitation is not for you any more' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const third = await newBrowser(browser, trellis);
  const late = await third.newPage();
  const latecomer = newAccount('Joan Clarke');
  await signUp(late, latecomer);
  await late.goto(limited);
  await expect(late.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await late.goto('/dashboard');
  await late.goto(unlimited);
  await expect(late.getByText('Signed in as')).toContainText(latecomer.email);
  // Opened, and taken back before it is accepted.
  await person.getByRole('button', { name: 'Revoke join link for members, used 0 times' }).click();
  await expect(toast(person, 'Join link revoked')).toBeVisible();
  await late.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(late.getByText('This invitation was taken back. Ask for a new one.')).toBeVisible();
  await expectAccessibleInBothThemes(late);
  await person.reload();
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();
  await expect(person.getByText(/^Used/)).toHaveCount(0);
  await third.close();
  await elsewhere.close();
});
