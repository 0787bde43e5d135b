/**
 * A workspace is connected to Notion by Notion's own page, and disconnected. For refusals, and a second connection, see
 * web/test/workspace/integrations.test.ts and server/test/functions/notion.
 */
import { expect, newAccount, signUp } from '../support/journey.ts';
import { test } from '../support/special-journeys/notion-journey.ts';
import { toast } from '../support/toast.ts';

test('there and back, both screens say so, and disconnecting gives the access back', async ({
  person,
  notion,
}) => {
  await signUp(person, newAccount('Connecting Person'));
  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Connect Notion' }).click();
  await expect(person.getByRole('heading', { name: 'Trellis wants access to' })).toBeVisible();
  await person.clock.install();
  // Looked for before it can come: it goes by itself.
  const success = person.getByRole('status').filter({
    has: person.getByRole('heading', { name: 'Successfully Connected!' }),
    hasText: 'Redirecting you back to settings...',
  });
  await Promise.all([
    success.waitFor(),
    toast(person, 'Notion connected').waitFor(),
    person.getByRole('link', { name: 'Allow access' }).click(),
  ]);
  await person.clock.fastForward(2000);
  await person.waitForURL('/dashboard/settings/workspace');
  await expect(person.getByText('Connected to Acme Notes.')).toBeVisible();
  await person.goto('/dashboard/integrations');
  await expect(person.getByText('Connected to Acme Notes.')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Sync Now' })).toBeVisible();

  const given = notion.state.accessTokens.length;
  await person.getByRole('button', { name: 'Disconnect Notion' }).click();
  const question = person.getByRole('alertdialog', { name: 'Disconnect Notion?' });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(toast(person, 'Notion disconnected successfully')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Connect Notion' })).toBeVisible();
  expect(notion.state.accessTokens.length).toBe(given - 1);
});
