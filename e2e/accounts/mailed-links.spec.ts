/** Links that an operator makes, and mails that come twice: every one leads in, and leaves nothing in the address. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, newBrowser, signIn } from '../support/journey.ts';
import { askForAccount, mailTo, test } from '../support/mailed-journey.ts';
import { callAsOperator } from '../support/operator.ts';
import type { TrellisProcess } from '../support/trellis-process.ts';

interface Generated {
  readonly action_link: string;
  readonly hashed_token: string;
}

async function generate(trellis: TrellisProcess, body: object): Promise<Generated> {
  const answer = await callAsOperator(trellis, 'auth/v1/admin/generate_link', { method: 'POST', body });
  return answer as Generated;
}

const makeLink = async (trellis: TrellisProcess, body: object) => (await generate(trellis, body)).action_link;

const expectNoTokens = (page: Page) => expect(page).not.toHaveURL(/token|code=|type=/);

test('an invitation by mail leads to a password of one’s own, and in', async ({
  person,
  mailbox,
  trellis,
}) => {
  const account = newAccount('Invited Person');
  await callAsOperator(trellis, 'auth/v1/invite', { method: 'POST', body: { email: account.email } });
  await person.goto((await mailTo(mailbox, account.email)).link);
  await expect(person.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await expect(person.getByText(account.email)).toBeVisible();
  await expectNoTokens(person);
  await expectAccessibleInBothThemes(person);
  await person.getByLabel('New password', { exact: true }).fill(account.password);
  await person.getByLabel('Confirm new password').fill(account.password);
  await person.keyboard.press('Enter');
  await person.waitForURL('/dashboard');
  await person.evaluate(() => localStorage.clear());
  await signIn(person, account);
});

test('a link to sign in leads to the dashboard, or where it was made to lead, and asks before it switches accounts', async ({
  person,
  trellis,
  browser,
}) => {
  const account = newAccount('Linked Person');
  const { email, password } = account;
  const body = { email, password, email_confirm: true };
  await callAsOperator(trellis, 'auth/v1/admin/users', { method: 'POST', body });
  await person.goto(await makeLink(trellis, { type: 'magiclink', email }));
  await person.waitForURL('/dashboard');

  const redirect_to = `${trellis.url}/dashboard/settings`;
  const elsewhere = await newBrowser(browser, trellis);
  const page = await elsewhere.newPage();
  await page.goto(await makeLink(trellis, { type: 'magiclink', email, redirect_to }));
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/settings');

  const other = newAccount('Other Person');
  const otherBody = { email: other.email, password: other.password, email_confirm: true };
  await callAsOperator(trellis, 'auth/v1/admin/users', { method: 'POST', body: otherBody });
  await page.goto(await makeLink(trellis, { type: 'magiclink', email: other.email }));
  await expect(page.getByRole('heading', { name: 'Switch accounts?' })).toBeVisible();
  await expectNoTokens(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible();
  await page.goto(await makeLink(trellis, { type: 'magiclink', email: other.email }));
  await page.getByRole('button', { name: 'Switch accounts' }).click();
  await page.waitForURL('/dashboard');
  await expect(page.getByRole('button', { name: `Account: ${other.email}` })).toBeVisible();
  await elsewhere.close();
});

test('a recovery link without an address of its own leads to the new password', async ({
  person,
  trellis,
}) => {
  const { email, password } = newAccount('Recovering Person');
  const body = { email, password, email_confirm: true };
  await callAsOperator(trellis, 'auth/v1/admin/users', { method: 'POST', body });
  await person.goto(await makeLink(trellis, { type: 'recovery', email }));
  await expect(person.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(person).toHaveURL('/auth/reset-password');
  // As in a mail of the operator's own.
  const { hashed_token } = await generate(trellis, { type: 'recovery', email });
  await person.goto(`/auth/confirm?token_hash=${hashed_token}&type=recovery`);
  await person.waitForURL('/auth/reset-password');
  await person.getByLabel('New password', { exact: true }).fill('another horse 2');
  await person.getByLabel('Confirm new password').fill('another horse 2');
  await person.keyboard.press('Enter');
  await person.waitForURL('/dashboard');
});

test('the first mail’s link still signs in after another one was refused', async ({ person, mailbox }) => {
  const account = newAccount('Impatient Person');
  await askForAccount(person, account);
  await person.getByRole('button', { name: 'Resend confirmation email' }).click();
  await expect(person.getByText('Too many requests. Please wait a moment and try again.')).toBeVisible();
  await person.goto((await mailTo(mailbox, account.email)).link);
  await person.getByRole('link', { name: 'Go to your dashboard' }).click();
  await person.waitForURL('/dashboard');
});

test('a stranger’s password does not survive the owner’s click, although the owner’s sign-up was refused', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  const account = newAccount('Contested Person');
  const elsewhere = await newBrowser(browser, trellis);
  await askForAccount(await elsewhere.newPage(), { ...account, password: 'the stranger’s' });
  await elsewhere.close();
  await person.goto('/auth/signup');
  await person.getByLabel('Full name').fill(account.fullName);
  await person.getByLabel('Email').fill(account.email);
  await person.getByLabel('Password', { exact: true }).fill(account.password);
  await person.getByLabel('Confirm password').fill(account.password);
  await person.getByRole('button', { name: 'Create account' }).click();
  await expect(person.getByRole('alert')).toContainText('Too many requests.');
  // The mail's code is as good as its link, and works in any browser.
  const { link } = await mailTo(mailbox, account.email);
  await person.goto(link);
  await expect(person.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await person.getByRole('link', { name: 'Sign in' }).click();
  await person.getByLabel('Email').fill(account.email);
  await person.getByLabel('Password', { exact: true }).fill('the stranger’s');
  await person.getByRole('button', { name: 'Sign in' }).click();
  await expect(person.getByRole('alert')).toContainText('Invalid email or password.');
});
