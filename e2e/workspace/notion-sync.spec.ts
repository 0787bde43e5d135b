/**
 * Pages in step with Notion: brought from there, in conflict, and all at once. For the screens see
 * web/test/workspace/notion-sync.test.ts, for each way of syncing server/test/functions/notion.
 */
import type { Page } from '@playwright/test';
import type { NotionStandIn } from '../../server/test/support/notion-stand-in/notion-stand-in.ts';
import { content, createPage, expect, newAccount, saved, signUp, write } from '../support/journey.ts';
import { test } from '../support/special-journeys/notion-journey.ts';
import { toast } from '../support/toast.ts';
import { choose } from '../support/tree.ts';

test.use({ notionApp: false });

async function connect(person: Page, notion: NotionStandIn): Promise<void> {
  await signUp(person, newAccount('Syncing Person'));
  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Connect Notion' }).click();
  const dialog = person.getByRole('dialog', { name: 'Connect Notion' });
  await dialog.getByLabel('Token').fill(notion.state.makeInternalToken());
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(person.getByText('Connected to Acme Notes.')).toBeVisible();
}

async function openSettings(person: Page, name: string): Promise<void> {
  await choose(person, name, 'Settings');
  await expect(person.getByRole('dialog', { name: 'Page Settings' })).toBeVisible();
}

/** Adds a page and links it. */
async function linkPage(person: Page, name: string, notionPage: string, direction: string): Promise<void> {
  await createPage(person, name);
  await openSettings(person, name);
  const dialog = person.getByRole('dialog', { name: 'Page Settings' });
  await dialog.getByLabel('Notion Page ID').fill(notionPage);
  await dialog.getByRole('combobox', { name: 'Sync' }).click();
  await person.getByRole('option', { name: direction }).click();
  const saved = person.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/rest/v1/pages'),
  );
  await dialog.getByRole('button', { name: 'Save Settings' }).click();
  await saved;
  await expect(dialog).toHaveCount(0);
}

/** Syncs the page that is open, from its settings. */
async function syncPage(person: Page, name: string): Promise<void> {
  await openSettings(person, name);
  const dialog = person.getByRole('dialog', { name: 'Page Settings' });
  const answered = person.waitForResponse((answer) => answer.url().endsWith('/notion-sync/page'));
  await dialog.getByRole('button', { name: 'Sync this page' }).click();
  await answered;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
}

test('pages come from Notion, and where both changed the same line a person chooses', async ({
  person,
  notion,
}) => {
  await connect(person, notion);
  const handbook = notion.pages.add('Handbook of everybody', 'Welcome');
  notion.pages.add('Rules', 'Be kind', handbook);
  await person.getByRole('button', { name: 'Import pages from Notion' }).click();
  const dialog = person.getByRole('dialog', { name: 'Import pages from Notion' });
  await dialog.getByRole('checkbox', { name: 'Handbook of everybody' }).check();
  await dialog.getByRole('button', { name: 'Import 1 page' }).click();
  await expect(dialog.getByText('Imported 2 pages')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await person.getByRole('treeitem', { name: 'Handbook of everybody' }).click();
  await expect(content(person)).toContainText('Welcome');

  const remote = notion.pages.add('Shared', 'First line');
  await linkPage(person, 'Shared', remote.id, 'Both ways');
  await syncPage(person, 'Shared');
  await expect(content(person)).toContainText('First line');
  await write(person, ' from here');
  await saved(person);
  notion.pages.write(remote, 'First line from Notion');
  await syncPage(person, 'Shared');
  const notice = person.getByRole('status').filter({ hasText: 'Not in step with Notion' });
  await expect(notice.getByText('changed in the same place')).toBeVisible();
  await expect(content(person)).toContainText('First line from here');
  await notice.getByRole('link', { name: 'Compare in the history' }).click();
  // The first sync, and the conflict.
  const versions = person.getByRole('navigation', { name: 'Versions' });
  await expect(versions.getByText('Notion', { exact: true })).toHaveCount(2);
  await person.goBack();
  await notice.getByRole('button', { name: 'Take Notion’s text' }).click();
  await expect(notice).toHaveCount(0);
  await expect(content(person)).toContainText('First line from Notion');

  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Sync Now' }).click();
  await expect(toast(person, 'Synced 3 pages')).toBeVisible();
  await expect(person.getByText('3 of 3 pages in step at the last sync.')).toBeVisible();
});
