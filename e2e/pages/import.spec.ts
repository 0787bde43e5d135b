/// <reference lib="dom" />
/** Files become pages: exports of Notion, and the part before an import was stopped. */
import type { Page } from '@playwright/test';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { content, expect, newAccount, signUp, test } from '../support/journey.ts';
import { toast } from '../support/toast.ts';

// Unpacking takes its time on a busy machine.
const READ = { timeout: 45_000 };

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import pages' });

async function openImport(page: Page): Promise<void> {
  await page.goto('/dashboard/settings/workspace');
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(importDialog(page)).toBeVisible();
}

async function zip(files: Readonly<Record<string, string | Blob>>): Promise<Blob> {
  const archive = new ZipWriter(new BlobWriter());
  for (const [name, file] of Object.entries(files))
    await archive.add(name, typeof file === 'string' ? new TextReader(file) : file.stream());
  return archive.close();
}

async function choose(page: Page, name: string, file: Blob): Promise<void> {
  const buffer = Buffer.from(await file.arrayBuffer());
  await importDialog(page)
    .getByLabel('Files to import')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('an export of Notion comes with its tree and its links, and what stays behind is told', async ({
  person,
}) => {
  const plan = '0123456789abcdef0123456789abcdef';
  const next = 'fedcba9876543210fedcba9876543210';
  const part = await zip({
    [`Plan ${plan}.md`]: `# The whole plan\n\nSee [Next](Plan/Next%20steps%20${next}.md).\n`,
    [`Plan/Next steps ${next}.md`]: '# Next steps\n\nFirst this.\n',
    [`Tasks ${plan}.csv`]: 'a,b',
  });
  await person.setViewportSize({ width: 360, height: 740 });
  await signUp(person, newAccount('Nora Notion'));
  await openImport(person);
  await choose(person, 'Export.zip', await zip({ 'Export-1-Part-1.zip': part }));
  const dialog = importDialog(person);
  await expect(dialog.getByText('Imported 2 pages')).toBeVisible(READ);
  await expect(dialog.getByRole('list', { name: 'Left out' })).toContainText('Databases are not imported');
  await expectAccessibleInBothThemes(person);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await person.setViewportSize({ width: 1280, height: 800 });
  await person.getByRole('treeitem', { name: 'The whole plan' }).click();
  await expect(content(person)).toContainText('Next');
  await person.getByRole('treeitem', { name: 'The whole plan' }).press('ArrowRight');
  await person.getByRole('treeitem', { name: 'Next steps' }).click();
  await expect(content(person)).toContainText('First this.');

  // The same import under a page, then undone: only the imported pages go to the trash.
  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitem', { name: 'Import under this page…' }).click();
  // Also when the menu has faded away.
  await expect(person.getByRole('menu')).toHaveCount(0);
  await expect(importDialog(person)).toBeFocused();
  await choose(person, 'Export.zip', await zip({ 'Export-1-Part-1.zip': part }));
  await expect(dialog.getByText('Imported 2 pages')).toBeVisible(READ);
  // Behind the dialog.
  const parent = person.getByRole('treeitem', { name: 'Next steps', includeHidden: true });
  await expect(parent).toHaveAttribute('aria-expanded', 'false');
  await person.route('**/rest/v1/pages?*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: 'Oops' }) : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(toast(person, 'The import could not be undone')).toBeVisible();
  await person.unroute('**/rest/v1/pages?*');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(dialog).toBeHidden();
  await expect(parent).not.toHaveAttribute('aria-expanded');
  await person.goto('/dashboard/trash');
  await expect(person.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(person.getByRole('main').getByRole('listitem')).toContainText('The whole plan');
});

test('an import can be stopped, and says what came', async ({ person }) => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`Page ${at}.md`, `Text ${at}`]));
  await signUp(person, newAccount('Stan Stopped'));
  await openImport(person);
  const held = Promise.withResolvers<void>();
  await person.route(
    (url) => url.pathname === '/rest/v1/pages',
    async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      return route.continue();
    },
  );
  await watchBar(person);
  const dialog = importDialog(person);
  // For whatever reason.
  await person.evaluate(() => {
    crypto.getRandomValues = () => {
      Reflect.deleteProperty(crypto, 'getRandomValues');
      throw new Error('There is no randomness left.');
    };
  });
  await choose(person, 'many.zip', await zip(files));
  await expect(dialog.getByText('The files could not be read. Choose them again.')).toBeVisible(READ);
  await expectAccessibleInBothThemes(person);
  await choose(person, 'many.zip', await zip(files));
  await expect(dialog.getByText('0 of 60 pages')).toBeVisible(READ);
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  expect(await person.evaluate(() => window.wrongBars)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  held.resolve();
  await expect(dialog.getByText('Stopped after 50 pages')).toBeVisible(READ);
  await expect(dialog.getByText('Not imported: 10 pages.')).toBeVisible();
});

/** Looks at every picture that is drawn: the bar is as long as it says, in figures and to those who do not see it. */
function watchBar(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.wrongBars = [];
    const look = () => {
      requestAnimationFrame(look);
      const bar = document.querySelector('[role=progressbar][aria-valuenow]');
      const indicator = bar?.querySelector('div[style*=width]');
      const track = indicator?.parentElement;
      if (!bar || !indicator || !track) return;
      const drawn = (indicator.getBoundingClientRect().width / track.getBoundingClientRect().width) * 100;
      const told = Number(bar.getAttribute('aria-valuenow'));
      if (Math.abs(drawn - told) > 1 || !bar.textContent?.includes(`${told}%`))
        window.wrongBars.push(`${told}: ${drawn}`);
    };
    requestAnimationFrame(look);
  });
}

declare global {
  interface Window {
    wrongBars: string[];
  }
}
