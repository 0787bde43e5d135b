/** Pages in step with Notion: all at once, one by one, in conflict, and brought from there. */
import type { Page } from '@playwright/test';
import type { NotionStandIn } from '../../server/test/support/notion-stand-in/notion-stand-in.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { content, createPage, expect, newAccount, saved, signUp, write } from '../support/journey.ts';
import { test } from '../support/notion-journey.ts';
import { toast } from '../support/toast.ts';
import { choose } from '../support/tree.ts';

test.use({ notionApp: false });
// They go through many screens, each looked at in both themes.
test.describe.configure({ timeout: 180_000 });

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

async function syncNow(person: Page): Promise<void> {
  await person.goto('/dashboard/integrations');
  await person.getByRole('button', { name: 'Sync Now' }).click();
  await expect(toast(person, 'Sync completed')).toBeVisible();
}

test('Sync Now brings pages in step and names those that are not', async ({ person, notion }) => {
  await connect(person, notion);
  const remote = notion.pages.add('Roadmap', '# Goals\nShip it');
  const gone = notion.pages.add('Gone', 'text');
  gone.isShared = false;
  await linkPage(
    person,
    'Plan',
    `https://www.notion.so/acme/Roadmap-${remote.id.replaceAll('-', '')}`,
    'Bring from Notion',
  );
  await linkPage(person, 'Lost page', gone.id, 'Bring from Notion');
  await openSettings(person, 'Lost page');
  const settings = person.getByRole('dialog', { name: 'Page Settings' });
  await settings.getByLabel('Notion Page ID').fill(remote.id);
  const warning = settings.getByRole('status').filter({ hasText: 'Another page has this Notion page' });
  await expect(warning.getByRole('listitem')).toHaveText('Plan');
  await expectAccessibleInBothThemes(person);
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings).toHaveCount(0);
  await syncNow(person);
  await expect(toast(person, 'Synced 1 pages')).toBeVisible();
  await expect(person.getByText('1 of 2 pages in step at the last sync.')).toBeVisible();
  const list = person.getByRole('list', { name: 'Pages that are not in step' });
  await expect(list.getByText('The Notion page is gone, or no longer shared with Trellis.')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await person.setViewportSize({ width: 360, height: 740 });
  await expect(person.getByText('1 of 2 pages in step at the last sync.')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await list.getByRole('link', { name: 'Lost page' }).click();
  await expect(person.getByText('Not in step with Notion')).toBeVisible();
});

test('when both sides change a line, both texts are kept and a person chooses @postgres', async ({
  person,
  notion,
}) => {
  await connect(person, notion);
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
  await expectAccessibleInBothThemes(person);
  await notice.getByRole('link', { name: 'Compare in the history' }).click();
  // The first sync, and the conflict.
  const versions = person.getByRole('navigation', { name: 'Versions' });
  await expect(versions.getByText('Notion', { exact: true })).toHaveCount(2);
  await person.goBack();
  await notice.getByRole('button', { name: 'Take Notion’s text' }).click();
  await expect(notice).toHaveCount(0);
  await expect(content(person)).toContainText('First line from Notion');
});

test('a page that would lose blocks is not sent, and names them', async ({ person, notion }) => {
  await connect(person, notion);
  const remote = notion.pages.add('Rich', 'Text');
  notion.pages.addBlock(remote, 'bookmark');
  notion.pages.addBlock(remote, 'synced_block', 'Shared words');
  await linkPage(person, 'Rich', remote.id, 'Send to Notion');
  await write(person, 'Ours');
  await saved(person);
  await syncPage(person, 'Rich');
  const notice = person.getByRole('status').filter({ hasText: 'Not in step with Notion' });
  await expect(notice.getByText('1 bookmark, 1 synced block')).toBeVisible();
  await person.setViewportSize({ width: 360, height: 740 });
  await expectAccessibleInBothThemes(person);
  remote.blocks.splice(1);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toHaveCount(0);
  expect(notion.pages.markdownOf(remote).markdown).toBe('Ours');
});

test('pages come from Notion with the pages beneath them', async ({ person, notion }) => {
  await connect(person, notion);
  const handbook = notion.pages.add('Handbook of everybody', 'Welcome');
  notion.pages.add('Rules', 'Be kind', handbook);
  notion.pages.addBlock(handbook, 'child_database', 'Tasks');
  await person.getByRole('button', { name: 'Import pages from Notion' }).click();
  const dialog = person.getByRole('dialog', { name: 'Import pages from Notion' });
  await dialog.getByLabel('Search by title').fill('Handbook of');
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: 'Handbook of everybody' }).check();
  await expectAccessibleInBothThemes(person);
  await dialog.getByRole('button', { name: 'Import 1 page' }).click();
  await expect(dialog.getByText('Imported 2 pages')).toBeVisible();
  await expect(dialog.getByText('Came: Without 1 database')).toBeVisible();
  await expectAccessibleInBothThemes(person);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await person.getByRole('treeitem', { name: 'Handbook of everybody' }).click();
  await expect(content(person)).toContainText('Welcome');
  await expect(person.getByRole('treeitem', { name: 'Handbook of everybody' })).toHaveAttribute(
    'aria-expanded',
  );
});

test('the dialog says when no page is shared', async ({ person, notion }) => {
  await connect(person, notion);
  notion.pages.clear();
  await person.getByRole('button', { name: 'Import pages from Notion' }).click();
  const dialog = person.getByRole('dialog', { name: 'Import pages from Notion' });
  await expect(dialog.getByText('No page is shared with this connection yet.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import pages' })).toBeDisabled();
  await expectAccessibleInBothThemes(person);
  notion.pages.add('Now shared');
  await dialog.getByRole('button', { name: 'Look again' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Now shared' })).toBeVisible();
});
