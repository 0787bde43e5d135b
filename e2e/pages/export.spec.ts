/// <reference lib="dom" />
/** Pages leave as Markdown: one, a subtree, the whole workspace; and come back as they were. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { unpacked } from '../support/archive.ts';
import { createPage, expect, newAccount, saved, signUp, test, write } from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';

async function createSubpage(page: Page, parent: string, name: string): Promise<void> {
  await page.getByRole('treeitem', { name: parent }).hover();
  await page.getByRole('button', { name: `Add a page under ${parent}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Subpage' });
  await dialog.getByLabel('Page Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByLabel('Page title')).toHaveValue(name);
}

async function exportOf(page: Page, open: () => Promise<void>): Promise<Download> {
  await open();
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await expect(dialog).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const done = await download;
  await expect(dialog).toBeHidden();
  return done;
}

test('a workspace is exported with its links, and imported again as it was', async ({ person, trellis }) => {
  await signUp(person, newAccount('Eve Export'));
  await createPage(person, 'Plan: 2027/28');
  const target = new URL(person.url()).pathname;
  await createSubpage(person, 'Plan: 2027/28', 'First');
  await write(person, `See [the plan](${target}#goals).`);
  await saved(person);

  const openPageExport = async () => {
    await person.getByRole('button', { name: 'Page actions' }).click();
    await person.getByRole('menuitem', { name: 'Export…' }).click();
  };
  const single = await exportOf(person, openPageExport);
  expect(single.suggestedFilename()).toBe('First.md');
  const text = await readFile(await single.path(), 'utf8');
  expect(text).toMatch(/^---\ntitle: "First"\n/);
  expect(text).toMatch(new RegExp(`---\n\nSee \\[the plan\\]\\(http://[^/]+${target}#goals\\)\\.$`));

  await person.goto('/dashboard/settings/workspace');
  const archive = await exportOf(person, () => person.getByRole('button', { name: 'Export…' }).click());
  expect(archive.suggestedFilename()).toMatch(/\.zip$/);
  const files = await unpacked(archive);
  expect(Object.keys(files)).toEqual(['Plan- 2027-28.md', 'Plan- 2027-28/First.md']);
  expect(files['Plan- 2027-28/First.md']).toContain('See [the plan](../Plan-%202027-28.md#goals).');

  await person.getByRole('button', { name: 'Import…' }).click();
  const dialog = person.getByRole('dialog', { name: 'Import pages' });
  const bytes = await readFile(await archive.path());
  await dialog
    .getByLabel('Files to import')
    .setInputFiles({ name: 'workspace.zip', mimeType: 'application/zip', buffer: bytes });
  await expect(dialog.getByText('Imported 2 pages')).toBeVisible({ timeout: 45_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(person.getByRole('treeitem', { name: 'Plan: 2027/28' })).toHaveCount(2);
  const names = 'name=in.("Plan: 2027/28",First)';
  const pages = (await callAsOperator(
    trellis,
    `rest/v1/pages?select=id,name,parent_id,content&${names}&order=created_at,parent_id.nullsfirst`,
  )) as readonly { id: string; name: string; parent_id: string | null; content: string }[];
  const [plan, first, planAgain, firstAgain] = pages;
  expect(plan?.id).toBe(target.split('/').at(-1));
  expect(planAgain).toMatchObject({ name: plan?.name, parent_id: null, content: plan?.content });
  expect(firstAgain).toMatchObject({ name: first?.name, parent_id: planAgain?.id });
  expect(firstAgain?.content).toBe(`See [the plan](/dashboard/pages/${planAgain?.id}#goals).`);
});
