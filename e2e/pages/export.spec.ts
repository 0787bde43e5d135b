/// <reference lib="dom" />
/** Pages leave as Markdown: one, or the whole workspace; and come back as they were, with their links. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { unpacked } from '../support/archive.ts';
import { content, expect, newAccount, signUp, test } from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { addPages } from '../support/tree.ts';

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
  const id = randomUUID();
  const target = `/dashboard/pages/${id}`;
  await addPages(person, [
    { id, name: 'Plan: 2027/28' },
    { name: 'First', parent_id: id, content: `See [the plan](${target}#goals).` },
  ]);
  // The page that a link leads to tells where it comes from.
  const backlinks = person.getByRole('region', { name: '1 page links here' });
  // The server looks for links in the seconds after a save.
  await expect(async () => {
    await person.goto(target);
    await expect(backlinks).toBeVisible({ timeout: 3000 });
  }).toPass();
  await backlinks.getByRole('link', { name: 'First' }).click();
  await expect(content(person)).toHaveText('See the plan.');

  const openPageExport = async () => {
    await person.getByRole('button', { name: 'Page actions' }).click();
    await person.getByRole('menuitem', { name: 'Import and export' }).click();
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
  expect(plan?.id).toBe(id);
  expect(planAgain).toMatchObject({ name: plan?.name, parent_id: null, content: plan?.content });
  expect(firstAgain).toMatchObject({ name: first?.name, parent_id: planAgain?.id });
  expect(firstAgain?.content).toBe(`See [the plan](/dashboard/pages/${planAgain?.id}#goals).`);
});
