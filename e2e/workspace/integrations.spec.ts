/** The services that Trellis will connect to, and Notion on a server without the functions for it. */
import { expect, newAccount, signUp, test } from '../support/journey.ts';
import { toast } from '../support/toast.ts';

test('services to come say when', async ({ person }) => {
  await signUp(person, newAccount('Early Person'));
  await person.goto('/dashboard/integrations');
  for (const name of ['OpenAI', 'Claude', 'DeepSeek', 'Google Gemini']) {
    await person.getByRole('button', { name: `Connect ${name}` }).click();
    await expect(toast(person, `${name} integration will be available soon!`)).toBeVisible();
  }
});

test('without its functions, Notion can neither be connected, nor disconnected, nor brought in step', async ({
  person,
}) => {
  await signUp(person, newAccount('Notion Person'));
  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Connect Notion' }).click();
  await expect(toast(person, 'Connection failed')).toBeVisible();
  await expect(toast(person, 'Failed to initiate OAuth')).toBeVisible();
  await person.goto('/dashboard/settings/workspace/notion-callback?code=1&state=1');
  await expect(person.getByRole('heading', { name: 'Connection Failed' })).toBeVisible();
  await expect(person.getByText('OAuth callback failed')).toBeVisible();

  // The state that the functions were taken away in.
  await person.route('**/functions/v1/notion-oauth/status*', (route) =>
    route.fulfill({ json: { data: { connected: true, workspaceName: 'Notes' } } }),
  );
  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Sync Now' }).click();
  await expect(toast(person, 'Sync failed')).toBeVisible();
  await person.getByRole('button', { name: 'Disconnect' }).click();
  await expect(toast(person, 'Disconnect failed')).toBeVisible();
  await expect(toast(person, 'Failed to disconnect')).toBeVisible();
});
