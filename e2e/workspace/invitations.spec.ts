/** Coming into a workspace by a mailed invitation: with a new account, with an old one, with the wrong one. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  type Account,
  expect,
  newAccount,
  newBrowser,
  openWorkspace,
  signIn,
  signOut,
} from '../support/journey.ts';
import { askForAccount, invitationTo, mailTo, test } from '../support/mailed-journey.ts';
import { toast } from '../support/toast.ts';

/** Signs up to the end, by the mailed code. */
async function signUpByMail(
  page: Page,
  mailbox: Parameters<typeof mailTo>[0],
  account: Account,
): Promise<void> {
  await askForAccount(page, account);
  await page.getByLabel('Code from the email').fill((await mailTo(mailbox, account.email)).code);
  await page.waitForURL('/dashboard');
}

async function invite(page: Page, addresses: string, role: 'Member' | 'Admin' = 'Member'): Promise<void> {
  await page.goto('/dashboard/settings/workspace');
  await page.getByRole('button', { name: 'Invite Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Member' });
  await expect(dialog.getByRole('radio', { name: 'Member' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Send Invite' })).toBeDisabled();
  await expect(dialog).toContainText('They get a mail with a link');
  await expect(dialog).not.toContainText('not confirmed');
  await dialog.getByLabel('Email').fill(addresses);
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Send Invite' }).click();
  await expect(page.getByRole('dialog', { name: 'People invited' })).toBeVisible();
}

test('a new person signs up from the mail, confirms, and is in @postgres', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  // Several browsers, one after the other.
  test.slow();
  const owner = newAccount('Ada Lovelace');
  const invited = newAccount('Grace Hopper');
  await signUpByMail(person, mailbox, owner);
  await invite(person, `${invited.email}, second.${invited.email}`, 'Admin');
  const dialog = person.getByRole('dialog', { name: 'People invited' });
  await expect(dialog.getByText('Mail sent')).toHaveCount(2);
  await expectAccessibleInBothThemes(person);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(person.getByRole('heading', { name: 'Invitations (2)' })).toBeVisible();

  const { subject, link } = await invitationTo(mailbox, invited.email);
  expect(subject).toBe("Invitation to a workspace on Trellis: Ada Lovelace's Workspace");
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: "Join Ada Lovelace's Workspace" })).toBeVisible();
  await expect(page.getByText('Ada Lovelace invited you to work in')).toContainText('You will be an admin.');
  await expect(page.getByText('The invitation is for')).toContainText(invited.email);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(invited.email);
  await page.getByLabel('Full name').fill(invited.fullName);
  await page.getByLabel('Password', { exact: true }).fill(invited.password);
  await page.getByLabel('Confirm password').fill(invited.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto((await mailTo(mailbox, invited.email, 2)).link);
  await expect(toast(page, "You are now in Ada Lovelace's Workspace")).toBeVisible();
  await expect(openWorkspace(page, "Ada Lovelace's Workspace")).toBeVisible();
  await page.goto('/dashboard/settings/workspace');
  await expect(page.getByRole('heading', { name: 'Members (2)' })).toBeVisible();
  const members = page.getByRole('region', { name: 'Members (2)' }).getByRole('listitem');
  await expect(members.filter({ hasText: invited.email })).toContainText('Admin');

  // Once.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'You are in already' })).toBeVisible();
  await signOut(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await elsewhere.close();
});

test('a person with an account sees the invitation, changes to the right account, and is in', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  // Several browsers, one after the other.
  test.slow();
  const owner = newAccount('Ada Lovelace');
  const invited = newAccount('Joan Clarke');
  const other = newAccount('Other Account');
  await signUpByMail(person, mailbox, owner);
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await signUpByMail(page, mailbox, invited);
  await signOut(page);
  await signUpByMail(page, mailbox, other);
  await invite(person, invited.email);
  await person.getByRole('button', { name: 'Done' }).click();

  const { link } = await invitationTo(mailbox, invited.email);
  await page.goto(link);
  const wrong = page.getByText(
    `This invitation is for ${invited.email}. You are signed in as ${other.email}.`,
  );
  await expect(wrong).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept invitation' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('link', { name: 'I have an account' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(invited.email);
  await page.getByLabel('Password', { exact: true }).fill(invited.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Signed in as')).toContainText(invited.email);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('/dashboard');
  await expect(openWorkspace(page, "Ada Lovelace's Workspace")).toBeVisible();
  // This device keeps its choice; another one opens the person's own workspace.
  await page.reload();
  await expect(openWorkspace(page, "Ada Lovelace's Workspace")).toBeVisible();
  await elsewhere.close();
  const third = await newBrowser(browser, trellis);
  const fresh = await third.newPage();
  await signIn(fresh, invited);
  await expect(openWorkspace(fresh, "Joan Clarke's Workspace")).toBeVisible();
  await third.close();
});

test('an invitation is mailed again, taken back, and tells its reader so', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  const invited = newAccount('Katherine Johnson');
  await signUpByMail(person, mailbox, owner);
  await invite(person, invited.email);
  await person.getByRole('button', { name: 'Done' }).click();
  const first = await invitationTo(mailbox, invited.email);
  await person.getByRole('button', { name: `Resend to ${invited.email}` }).click();
  const dialog = person.getByRole('dialog', { name: 'A new link' });
  await expect(dialog.getByText('Mail sent')).toBeVisible();
  const second = await invitationTo(mailbox, invited.email, 2);
  expect(second.link).not.toBe(first.link);
  await expect(dialog.getByLabel(`Link for ${invited.email}`, { exact: true })).toHaveValue(second.link);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto(first.link);
  await expect(page.getByRole('heading', { name: 'This invitation was taken back' })).toBeVisible();
  await page.goto(second.link);
  await page.reload();
  await expect(page.getByRole('heading', { name: "Join Ada Lovelace's Workspace" })).toBeVisible();
  await person.getByRole('button', { name: `Revoke for ${invited.email}` }).click();
  await expect(toast(person, 'Invitation revoked')).toBeVisible();
  await expect(person.getByRole('heading', { name: /^Invitations/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This invitation was taken back' })).toBeVisible();
  await page.goto('/invite#nothing');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This invitation is not valid' })).toBeVisible();
  await elsewhere.close();
});
