/**
 * An address that has to be confirmed by the mailed link, on this device or another. For the mailed code, and for what
 * the screens say, see web/test/accounts/confirmation.test.ts.
 */
import { expect, newAccount, newBrowser, signIn } from '../support/journey.ts';
import { askForAccount, followLink, mailTo, test } from '../support/special-journeys/mailed-journey.ts';
import { toast } from '../support/toast.ts';

test('the mailed link confirms and signs in, once, also after another mail was refused', async ({
  person,
  mailbox,
}) => {
  const account = newAccount('Confirming Person');
  await askForAccount(person, account);
  await expect(person.getByText('This Trellis has no mail server.')).toHaveCount(0);
  await person.getByRole('button', { name: 'Resend confirmation email' }).click();
  await expect(person.getByText('Too many requests. Please wait a moment and try again.')).toBeVisible();
  const mailed = await mailTo(mailbox, account.email);
  await followLink(person, mailed);
  await expect(person.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await person.getByRole('link', { name: 'Go to your dashboard' }).click();
  await person.waitForURL('/dashboard');
  await person.goto(mailed.link);
  await expect(person.getByRole('heading', { name: 'Link expired' })).toBeVisible();
});

test('the link works on another device, and a changed address counts once its mail is answered', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  const account = newAccount('Moving Person');
  const moved = newAccount('Moved Person').email;
  const elsewhere = await newBrowser(browser, trellis);
  await askForAccount(await elsewhere.newPage(), account);
  await elsewhere.close();
  await followLink(person, await mailTo(mailbox, account.email));
  await expect(person.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await person.getByRole('link', { name: 'Sign in' }).click();
  await signIn(person, account);

  await person.goto('/dashboard/settings');
  await person.getByRole('button', { name: 'Edit Email Address' }).click();
  await person.getByRole('textbox', { name: 'Email Address' }).fill(moved.toUpperCase());
  await person.getByLabel('Current password').fill(account.password);
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(toast(person, 'Email verification sent')).toBeVisible();
  await expect(person.getByText('(Verification pending)')).toBeVisible();
  const ended = person.waitForResponse(/auth\/v1\/logout/);
  await followLink(person, await mailTo(mailbox, moved));
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
