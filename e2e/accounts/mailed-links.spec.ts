/** Links that an operator makes lead in, and to another account. For each kind of link see web/test/accounts. */
import { expect, newAccount, signIn } from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { followLink, mailTo, test } from '../support/special-journeys/mailed-journey.ts';

test('a mailed invitation leads to a new password, and a link of another account to that account', async ({
  person,
  mailbox,
  trellis,
}) => {
  const [account, other] = [newAccount('Invited Person'), newAccount('Other Person')];
  const ask = (path: string, body: object) =>
    callAsOperator(trellis, `auth/v1/${path}`, { method: 'POST', body });
  await ask('invite', { email: account.email });
  await followLink(person, await mailTo(mailbox, account.email));
  await expect(person.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await expect(person.getByText(account.email)).toBeVisible();
  await person.getByLabel('New password', { exact: true }).fill(account.password);
  await person.getByLabel('Confirm new password').fill(account.password);
  await person.keyboard.press('Enter');
  await person.waitForURL('/dashboard');
  await person.evaluate(() => localStorage.clear());
  await signIn(person, account);

  await ask('admin/users', { email: other.email, password: other.password, email_confirm: true });
  const redirect_to = `${trellis.url}/dashboard/settings`;
  const generated = await ask('admin/generate_link', { type: 'magiclink', email: other.email, redirect_to });
  await person.goto((generated as { action_link: string }).action_link);
  await expect(person.getByRole('heading', { name: 'Switch accounts?' })).toBeVisible();
  await person.getByRole('button', { name: 'Switch accounts' }).click();
  await person.waitForURL('/dashboard/settings');
  await expect(person.getByRole('button', { name: `Account: ${other.email}` })).toBeVisible();
});
