/** The services that Trellis connects to, and those that it will. */
import { expect, newAccount, newBrowser, signUp, test } from '../support/journey.ts';
import { moveIn } from '../support/membership.ts';
import { toast } from '../support/toast.ts';

test('services to come say when', async ({ person }) => {
  await signUp(person, newAccount('Early Person'));
  await person.goto('/dashboard/integrations');
  for (const name of ['OpenAI', 'Claude', 'DeepSeek', 'Google Gemini']) {
    await person.getByRole('button', { name: `Connect ${name}` }).click();
    await expect(toast(person, `${name} integration will be available soon!`)).toBeVisible();
  }
});

test('a member reads why they cannot connect Notion, also among the workspace’s settings', async ({
  person,
  trellis,
  browser,
}) => {
  const [owner, member] = [newAccount('Notion Owner'), newAccount('Notion Member')];
  const context = await newBrowser(browser, trellis);
  await signUp(await context.newPage(), owner);
  await context.close();
  await signUp(person, member);
  await moveIn(trellis, { member, owner });
  for (const screen of ['/dashboard/integrations', '/dashboard/settings/workspace']) {
    await person.goto(screen);
    await expect(
      person.getByText('Not connected. Only owners and admins can connect it.', { exact: true }),
    ).toBeVisible();
    await expect(person.getByRole('button', { name: 'Connect Notion' })).toHaveCount(0);
    await expect(person.getByRole('button', { name: 'Connect OpenAI' })).toBeVisible();
  }
});

test('when the server does not say how Notion stands, it can be asked again', async ({ person }) => {
  await signUp(person, newAccount('Waiting Person'));
  const status = '**/functions/v1/notion-oauth/status*';
  await person.route(status, (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }));
  await person.goto('/dashboard/integrations');
  await expect(person.getByText('The connection could not be shown.')).toBeVisible();
  await expect(person.getByText('Out of order')).toBeVisible();
  await person.unroute(status);
  await person.getByRole('button', { name: 'Try again' }).click();
  await expect(person.getByRole('button', { name: 'Connect Notion' })).toBeVisible();
});
