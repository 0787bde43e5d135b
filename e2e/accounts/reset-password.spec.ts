/** A forgotten password, on a machine without a mail server: the mail is read where the operator reads it. */
import { expect, newAccount, newBrowser, signIn, signUp, test } from '../support/journey.ts';

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
  // The mail is written after the answer.
  await expect(async () => {
    await page.goto(trellis.outboxUrl);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await mail.getByRole('link').click();
  const link = await page
    .frameLocator('iframe')
    .getByRole('link', { name: /verify/ })
    .getAttribute('href');

  await page.clock.install();
  await page.goto(link ?? '');
  // A mail scanner may have been there before: the click counts.
  await page.getByRole('button').click();
  await expect(page).toHaveURL('/auth/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('a new password');
  await page.getByLabel(/confirm/i).fill('a new password');
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible();
  await page.clock.fastForward(3000);
  await page.waitForURL('/dashboard');

  // The link works once, and the old password no longer.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link ?? '');
  await expect(page.getByText('This password reset link is invalid or has expired.')).toBeVisible();
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await signIn(page, { ...account, password: 'a new password' });
  await elsewhere.close();
});
