/** A forgotten password, on a machine without a mail server: the mail is read where the operator reads it. */
import { expect, newAccount, newBrowser, signUpThroughForm as signUp, test } from '../support/journey.ts';

test('a forgotten password is replaced through the mailed link, on another device, once', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Forgetful Person');
  await signUp(person, account);

  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto('/auth/forgot-password');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: /reset|send/i }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const outbox = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Read its mails here' }).click();
  // The outbox says where to find its full address.
  await expect((await outbox).getByText('It printed their address when it started')).toBeVisible();
  await (await outbox).close();
  const mail = page.getByRole('listitem').filter({ hasText: account.email }).first();
  // The mail is written behind the answer.
  await expect(async () => {
    await page.goto(trellis.outboxUrl);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await mail.getByRole('link').click();
  const link = await page
    .frameLocator('iframe')
    .getByRole('link', { name: /verify/ })
    .getAttribute('href');

  await page.goto(link ?? '');
  await expect(page).toHaveURL('/auth/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('a new password');
  await page.getByLabel(/confirm/i).fill('a new password');
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await page.waitForURL('/dashboard');
  await elsewhere.close();

  const third = await newBrowser(browser, trellis);
  const late = await third.newPage();
  await late.goto(link ?? '');
  await expect(late.getByText('This password reset link is invalid or has expired.')).toBeVisible();
  await late.goto('/auth/login');
  await late.getByLabel('Email').fill(account.email);
  await late.getByLabel('Password', { exact: true }).fill(account.password);
  await late.getByRole('button', { name: 'Sign in' }).click();
  await expect(late.getByRole('alert')).toContainText('Invalid email or password.');
  await late.getByLabel('Password', { exact: true }).fill('a new password');
  await late.getByRole('button', { name: 'Sign in' }).click();
  await late.waitForURL('/dashboard');
  await third.close();
});
