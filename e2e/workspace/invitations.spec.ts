/**
 * Coming into a workspace by a mailed invitation. For old accounts, the wrong one, and invitations that are mailed again
 * or taken back see web/test/workspace/invitations.test.ts and server/test/functions/invitations.test.ts.
 */
import { expect, newAccount, newBrowser, openWorkspace, signOut } from '../support/journey.ts';
import {
  askForAccount,
  followLink,
  invitationTo,
  mailTo,
  test,
} from '../support/special-journeys/mailed-journey.ts';
import { toast } from '../support/toast.ts';

test('a new person signs up from the mail, confirms, and is in', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  // Several browsers, one after the other.
  test.slow();
  const owner = newAccount('Ada Lovelace');
  const invited = newAccount('Grace Hopper');
  await askForAccount(person, owner);
  await person.getByLabel('Code from the email').fill((await mailTo(mailbox, owner.email)).code);
  await person.waitForURL('/dashboard');
  await person.goto('/dashboard/settings/workspace');
  await person.getByRole('button', { name: 'Invite Member' }).click();
  const form = person.getByRole('dialog', { name: 'Invite Member' });
  await form.getByLabel('Email').fill(`${invited.email}, second.${invited.email}`);
  await form.getByRole('radio', { name: 'Admin' }).check();
  await form.getByRole('button', { name: 'Send Invite' }).click();
  const dialog = person.getByRole('dialog', { name: 'People invited' });
  await expect(dialog.getByText('Mail sent')).toHaveCount(2);
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
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(invited.email);
  await page.getByLabel('Full name').fill(invited.fullName);
  await page.getByLabel('Password', { exact: true }).fill(invited.password);
  await page.getByLabel('Confirm password').fill(invited.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await followLink(page, await mailTo(mailbox, invited.email, 2));
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
  await elsewhere.close();
});
