/// <reference lib="dom" />
/** Deleting an account: the export, the data that goes or stays, the proof, and the end of every session. */
import type { Page } from '@playwright/test';
import type { MailServer } from '../../server/test/mail/mail-server.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { unpacked } from '../support/archive.ts';
import {
  type Account,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  signIn,
  write,
} from '../support/journey.ts';
import { askForAccount, mailTo, test } from '../support/mailed-journey.ts';
import { letIn } from '../support/membership.ts';
import { callAsOperator } from '../support/operator.ts';
import { toast } from '../support/toast.ts';
import { AuthenticatorApp } from '../support/totp.ts';
import type { TrellisProcess } from '../support/trellis-process.ts';

async function join(page: Page, mailbox: MailServer, account: Account): Promise<void> {
  await askForAccount(page, account);
  await page.getByLabel('Code from the email').fill((await mailTo(mailbox, account.email)).code);
  await page.waitForURL('/dashboard');
}

/** Starts in the settings. @returns the dialog, once it lists the deletions */
async function askForDeletion(page: Page) {
  await page
    .getByRole('region', { name: 'Danger Zone' })
    .getByRole('button', { name: 'Delete Account' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(
    dialog.getByText('Are you sure you want to delete your account? This action cannot be undone.'),
  ).toBeVisible();
  return dialog;
}

/** As a link from somewhere else would: the app itself asks for a password. */
async function signInByMail(page: Page, trellis: TrellisProcess, email: string): Promise<void> {
  const { email_otp: token } = (await callAsOperator(trellis, 'auth/v1/admin/generate_link', {
    method: 'POST',
    body: { type: 'magiclink', email },
  })) as { email_otp: string };
  const body = { type: 'email', email, token };
  const session = await callAsOperator(trellis, 'auth/v1/verify', { method: 'POST', body });
  await page.goto('/auth/login');
  await page.evaluate((kept) => localStorage.setItem('trellis-auth', kept), JSON.stringify(session));
}

/** Names of a user's databases and storage keys. */
const keptOf = (page: Page, userId: string) =>
  page.evaluate(async (id) => {
    const databases = await indexedDB.databases();
    const names = [...databases.map(({ name }) => name ?? ''), ...Object.keys(localStorage)];
    return names.filter((name) => name === 'trellis-auth' || name.includes(id));
  }, userId);

test('an account goes with everything of its own, in every tab and on every device @postgres', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  const account = newAccount('Leaving Person');
  await join(person, mailbox, account);
  await createPage(person, 'Last words');
  await write(person, 'Farewell.');
  await saved(person);
  const userId = await person.evaluate(() => JSON.parse(localStorage.getItem('trellis-auth') ?? '').user.id);
  expect(await keptOf(person, userId)).not.toEqual(['trellis-auth']);
  const tab = await person.context().newPage();
  await tab.goto('/dashboard');
  const device = await newBrowser(browser, trellis);
  const phone = await device.newPage();
  await signIn(phone, account);
  await person.goto('/dashboard/settings');

  await person.getByRole('button', { name: 'Download my data' }).click();
  const download = person.waitForEvent('download');
  await person
    .getByRole('dialog', { name: 'Download my data' })
    .getByRole('button', { name: 'Download' })
    .click();
  const files = await unpacked(await download);
  expect(Object.keys(files).sort()).toEqual([
    'memberships.json',
    "pages/Leaving Person's Workspace/Last words.md",
    'profile.json',
  ]);
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({
    email: account.email,
    full_name: 'Leaving Person',
  });
  expect(JSON.parse(files['memberships.json'] ?? '')).toMatchObject([
    { role: 'owner', organization: { name: "Leaving Person's Workspace" } },
  ]);
  expect(files["pages/Leaving Person's Workspace/Last words.md"]).toContain('\n\nFarewell.');

  await person.setViewportSize({ width: 360, height: 740 });
  const dialog = await askForDeletion(person);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Workspace' })).toHaveText(
    "The workspace Leaving Person's Workspace with 1 page: nobody else is in it",
  );
  await expectAccessibleInBothThemes(person);
  await person.setViewportSize({ width: 1280, height: 800 });
  await expectAccessibleInBothThemes(person);
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Your password').fill('not the one');
  await confirm.click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(account.password);
  await expect(dialog.getByText('This is not your password.')).toBeHidden();
  await confirm.click();
  await person.waitForURL('/auth/login');
  await expect(toast(person, 'Account deleted')).toBeVisible();

  await tab.waitForURL('/auth/login');
  await phone.getByRole('link', { name: 'Organizations' }).click();
  await expect(phone.getByRole('alert')).toContainText('Your session has expired. Please sign in again.');
  await device.close();
  await expect.poll(() => keptOf(person, userId)).toEqual([]);
  expect((await mailTo(mailbox, account.email, 2)).subject).toBe('Your account was deleted');
  await person.getByLabel('Email').fill(account.email);
  await person.getByLabel('Password', { exact: true }).fill(account.password);
  await person.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    person.getByText('Invalid email or password. Please check your credentials and try again.'),
  ).toBeVisible();
});

test('the only owner among others hands over first, then what was shared stays', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  const [owner, member] = [newAccount('Owning Person'), newAccount('Staying Person')];
  const device = await newBrowser(browser, trellis);
  const other = await device.newPage();
  await join(other, mailbox, member);
  await join(person, mailbox, owner);
  await letIn(trellis, { owner, member });
  await createPage(person, 'Shared plan');
  const address = person.url();
  await person.goto('/dashboard/settings');
  const dialog = await askForDeletion(person);
  await expect(dialog.getByText("You are the only owner of “Owning Person's Workspace”.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete Account' })).toHaveCount(0);
  await expectAccessibleInBothThemes(person);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const [found] = (await callAsOperator(
    trellis,
    `rest/v1/organization_members?select=id,user_profiles!inner(),organizations!inner()&user_profiles.email=eq.${member.email}&organizations.name=eq.${encodeURIComponent("Owning Person's Workspace")}`,
  )) as { id: string }[];
  await callAsOperator(trellis, `rest/v1/organization_members?id=eq.${found?.id}`, {
    method: 'PATCH',
    body: { role: 'owner' },
  });
  await askForDeletion(person);
  await expect(
    dialog.getByText("The pages you shared in “Owning Person's Workspace”, without your name."),
  ).toBeVisible();
  await dialog.getByLabel('Your password').fill(owner.password);
  await person.keyboard.press('Enter');
  await person.waitForURL('/auth/login');
  await other.goto(address);
  await expect(other.getByLabel('Page title')).toHaveValue('Shared plan');
  await device.close();
});

test('two-step verification is asked for, too', async ({ person, mailbox }) => {
  const account = newAccount('Careful Leaver');
  await join(person, mailbox, account);
  await person.goto('/dashboard/settings');
  await person.getByRole('button', { name: 'Turn on' }).click();
  const adding = person.getByRole('dialog', { name: /two-step|Scan/ });
  await adding.getByRole('button', { name: 'Continue' }).click();
  const app = new AuthenticatorApp((await adding.getByTestId('secret').textContent()) ?? '');
  await adding.getByLabel('Six-digit code').fill(app.nextCode());
  await expect(adding).toBeHidden();

  const dialog = await askForDeletion(person);
  await dialog.getByLabel('Your password').fill(account.password);
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Code from your authenticator app').fill(app.wrongCode());
  await confirm.click();
  await expect(dialog.getByText('That code is not right.')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await dialog.getByLabel('Code from your authenticator app').fill(app.nextCode());
  await confirm.click();
  await person.waitForURL('/auth/login');
});

test('who has no password shows a mailed code', async ({ person, mailbox, trellis }) => {
  const { email } = newAccount('Passwordless Person');
  await callAsOperator(trellis, 'auth/v1/admin/users', {
    method: 'POST',
    body: { email, email_confirm: true },
  });
  await signInByMail(person, trellis, email);
  await person.goto('/dashboard/settings');
  const dialog = await askForDeletion(person);
  await expect(dialog.getByLabel('Your password')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  const { code } = await mailTo(mailbox, email);
  await dialog.getByLabel('Code from the email').fill(code === '123456' ? '654321' : '123456');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByText('This code is wrong or has expired.')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await dialog.getByLabel('Code from the email').fill(code);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await person.waitForURL('/auth/login');
  expect((await mailTo(mailbox, email, 2)).subject).toBe('Your account was deleted');
});
