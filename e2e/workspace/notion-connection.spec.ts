/** A workspace is connected to Notion by Notion's own page, and disconnected. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, newBrowser, signUp } from '../support/journey.ts';
import { test } from '../support/notion-journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { toast } from '../support/toast.ts';

const settings = '/dashboard/settings/workspace';

/** As far as Notion's page. */
async function goToNotion(page: Page): Promise<void> {
  await page.goto('/dashboard/integrations');
  await page.getByRole('button', { name: 'Connect Notion' }).click();
  await expect(page.getByRole('heading', { name: 'Trellis wants access to' })).toBeVisible();
}

async function connect(page: Page): Promise<void> {
  await goToNotion(page);
  await page.getByRole('link', { name: 'Allow access' }).click();
  await page.waitForURL(settings);
  await expect(page.getByText('Connected to Acme Notes.')).toBeVisible();
}

/** Where Notion would send this person back to. */
async function wayBack(page: Page): Promise<string> {
  const href = await page.getByRole('link', { name: 'Allow access' }).getAttribute('href');
  return href ?? '';
}

test('a person connects Notion, and both screens say so', async ({ person }) => {
  await signUp(person, newAccount('Connecting Person'));
  await goToNotion(person);
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
  await person.waitForURL(settings);
  await expect(person.getByText('Connected to Acme Notes.')).toBeVisible();
  await person.goto('/dashboard/integrations');
  await expect(person.getByText('Connected to Acme Notes.')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Sync Now' })).toBeVisible();
});

test('a person who cancels at Notion comes back to an unchanged workspace', async ({ person }) => {
  await signUp(person, newAccount('Denying Person'));
  await goToNotion(person);
  await person.getByRole('link', { name: 'Cancel' }).click();
  await expect(person.getByRole('heading', { name: 'Connection Failed' })).toBeVisible();
  await expect(person.getByText('Authorization was denied or cancelled')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await person.getByRole('link', { name: 'Back to Settings' }).click();
  await expect(person.getByRole('button', { name: 'Connect Notion' })).toBeVisible();
});

test('a return from Notion that another person began leads nowhere', async ({ person, trellis, browser }) => {
  await signUp(person, newAccount('Tricky Person'));
  await goToNotion(person);
  const back = await wayBack(person);
  const context = await newBrowser(browser, trellis);
  const other = await context.newPage();
  await signUp(other, newAccount('Tricked Person'));
  await other.goto(back);
  await expect(other.getByRole('heading', { name: 'Connection Failed' })).toBeVisible();
  await expect(other.getByText('You are not in this workspace.')).toBeVisible();
  await context.close();
  await person.goto(`${settings}/notion-callback?code=1&state=made-up`);
  await expect(person.getByRole('heading', { name: 'Connection Failed' })).toBeVisible();
});

test('disconnecting asks first, and gives the access back', async ({ person, notion }) => {
  await signUp(person, newAccount('Leaving Person'));
  await connect(person);
  const given = notion.state.accessTokens.length;
  await person.getByRole('button', { name: 'Disconnect Notion' }).click();
  const question = person.getByRole('alertdialog', { name: 'Disconnect Notion?' });
  await expectAccessibleInBothThemes(person);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await person.getByRole('button', { name: 'Disconnect Notion' }).click();
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(toast(person, 'Notion disconnected successfully')).toBeVisible();
  await expect(person.getByRole('button', { name: 'Connect Notion' })).toBeVisible();
  expect(notion.state.accessTokens.length).toBe(given - 1);
});

test('deleting a workspace gives its access back', async ({ person, notion }) => {
  await signUp(person, newAccount('Deleting Person'));
  await person.goto('/dashboard/organizations');
  await person.getByRole('button', { name: 'Create organization' }).click();
  await person.getByRole('dialog').getByLabel('Name').fill('Short-lived');
  await person.getByRole('dialog').getByRole('button', { name: 'Create organization' }).click();
  await expect(person.getByRole('button', { name: 'Workspace: Short-lived' })).toBeVisible();
  await connect(person);
  const given = notion.state.accessTokens.length;
  await person.getByRole('main').getByRole('button', { name: 'Delete Workspace' }).click();
  const dialog = person.getByRole('dialog', { name: /^Delete/ });
  await dialog.getByLabel('Type the workspace’s name to confirm').fill('Short-lived');
  await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
  await person.waitForURL('/dashboard/settings');
  expect(notion.state.accessTokens.length).toBe(given - 1);
});

test('a connection that Notion no longer accepts can be made again, on a phone', async ({
  person,
  trellis,
  notion,
}) => {
  await person.setViewportSize({ width: 360, height: 740 });
  const name = `Notes ${'of everybody '.repeat(8)}${'x'.repeat(60)}`;
  const { workspace } = notion.state;
  notion.state.workspace = { ...workspace, name };
  try {
    await signUp(person, newAccount('Renewing Person'));
    await goToNotion(person);
    await person.getByRole('link', { name: 'Allow access' }).click();
    await person.waitForURL(settings);
    await expect(person.getByText(`Connected to ${name}.`)).toBeVisible();
    await callAsOperator(trellis, 'rest/v1/notion_connections?status=eq.connected', {
      method: 'PATCH',
      body: { status: 'refused' },
    });
    await person.goto('/dashboard/integrations');
    await expect(person.getByText('Notion no longer accepts the connection')).toBeVisible();
    expect(await person.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await expectAccessibleInBothThemes(person);
    await person.getByRole('button', { name: 'Connect again to Notion' }).click();
    await person.getByRole('link', { name: 'Allow access' }).click();
    await person.waitForURL(settings);
    await expect(person.getByText(`Connected to ${name}.`)).toBeVisible();
  } finally {
    notion.state.workspace = workspace;
  }
});
