/** An account that has to be confirmed: by the mailed link, on this device or another, or by the mailed code. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, newBrowser, signIn } from '../support/journey.ts';
import { askForAccount, mailTo, test } from '../support/mailed-journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { toast } from '../support/toast.ts';

test('the mailed link confirms and signs in, once @postgres', async ({ person, mailbox }) => {
  const account = newAccount('Confirming Person');
  await askForAccount(person, account);
  await expect(person.getByText('This Trellis has no mail server.')).toHaveCount(0);
  await expectAccessibleInBothThemes(person);
  const { link } = await mailTo(mailbox, account.email);
  await person.goto(link);
  await expect(person.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await person.getByRole('link', { name: 'Go to your dashboard' }).click();
  await person.waitForURL('/dashboard');
  await person.goto(link);
  await expect(person.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await expect(person.getByText('This confirmation link is invalid or has expired.')).toBeVisible();
});

test('the link works on another device than the one that signed up', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  const account = newAccount('Two Devices');
  await askForAccount(person, account);
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto((await mailTo(mailbox, account.email)).link);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, account);
  await elsewhere.close();
});

test('the mailed code is as good as the link', async ({ person, mailbox }) => {
  const account = newAccount('Typing Person');
  await askForAccount(person, account);
  const { code } = await mailTo(mailbox, account.email);
  const field = person.getByLabel('Code from the email');
  await field.fill(code === '123456' ? '654321' : '123456');
  await expect(person.getByText('This code is wrong or has expired.')).toBeVisible();
  await field.fill(code);
  await person.waitForURL('/dashboard');
});

test('whoever signs in unconfirmed is told, gets another mail, and not too many', async ({
  person,
  mailbox,
  trellis,
}) => {
  const account = newAccount('Unconfirmed Person');
  // Made by an operator, without a mail so far.
  const { email, password } = account;
  await callAsOperator(trellis, 'auth/v1/admin/users', {
    method: 'POST',
    body: { email, password, email_confirm: false },
  });
  await person.goto('/auth/login');
  await person.getByLabel('Email').fill(account.email);
  await person.getByLabel('Password', { exact: true }).fill(account.password);
  await person.getByRole('button', { name: 'Sign in' }).click();
  await expect(person.getByRole('alert')).toContainText(
    'Please check your email and click the confirmation link before signing in.',
  );
  await expectAccessibleInBothThemes(person);
  const resend = person.getByRole('button', { name: 'Resend confirmation email' });
  await resend.click();
  await expect(person.getByText('Sent. Please check your email.')).toBeVisible();
  await resend.click();
  await expect(person.getByText('Too many requests. Please wait a moment and try again.')).toBeVisible();
  await person.goto((await mailTo(mailbox, account.email)).link);
  await expect(person.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
});

test('a changed address is confirmed by code, too', async ({ person, mailbox }) => {
  const account = newAccount('Coding Person');
  const moved = newAccount('Coded Person').email;
  await askForAccount(person, account);
  await person.getByLabel('Code from the email').fill((await mailTo(mailbox, account.email)).code);
  await person.waitForURL('/dashboard');
  await person.goto('/dashboard/settings');
  await person.getByRole('button', { name: 'Edit Email Address' }).click();
  await person.getByRole('textbox', { name: 'Email Address' }).fill(moved);
  await person.getByLabel('Current password').fill(account.password);
  await person.getByRole('button', { name: 'Save' }).click();
  const field = person.getByLabel('Code from the email');
  await expect(field).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await field.fill((await mailTo(mailbox, moved)).code);
  await expect(person.getByText('Email address changed')).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(person.getByRole('main').getByText(moved).first()).toBeVisible();
});

test('a changed address counts once its mail is answered', async ({ person, mailbox }) => {
  const account = newAccount('Moving Person');
  const moved = newAccount('Moved Person').email;
  await askForAccount(person, account);
  await person.goto((await mailTo(mailbox, account.email)).link);
  await person.getByRole('link', { name: 'Go to your dashboard' }).click();
  await person.goto('/dashboard/settings');
  await person.getByRole('button', { name: 'Edit Email Address' }).click();
  await person.getByRole('textbox', { name: 'Email Address' }).fill(moved.toUpperCase());
  await person.getByLabel('Current password').fill(account.password);
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(toast(person, 'Email verification sent')).toBeVisible();
  await expect(toast(person, 'Please check your new email to verify the change')).toBeVisible();
  await expect(person.getByText('(Verification pending)')).toBeVisible();
  const ended = person.waitForResponse(/auth\/v1\/logout/);
  await person.goto((await mailTo(mailbox, moved)).link);
  expect((await ended).status()).toBe(204);
  await expect(person.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await person.goto('/dashboard/settings');
  await expect(person.getByRole('main').getByText(moved).first()).toBeVisible();
  await expect(person.getByText('(Verification pending)')).toHaveCount(0);
  // The link's session has taken the place of the one before.
  const devices = person.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByText('This device')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
});
