/// <reference lib="dom" />
/** The component set: every state in both themes without an accessibility fault, and none of the gallery in the build. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/journey.ts';

const web = fileURLToPath(new URL('../../web', import.meta.url));

/** Serves the app as it is developed, on a port of its own. */
async function startDevelopment(serverUrl: string) {
  // web/vite.config.ts borrows the configuration from there.
  process.env.TRELLIS_SERVER = serverUrl;
  const vite = await createServer({ root: web, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } });
  await vite.listen();
  const url = vite.resolvedUrls?.local[0] ?? '';
  return { url, [Symbol.asyncDispose]: () => vite.close() };
}

test('every component in every state is accessible in both themes', async ({ browser, trellis }) => {
  test.slow();
  await using development = await startDevelopment(trellis.url);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${development.url}dev/components`);
  for (const theme of ['light', 'dark']) {
    const frame = page.frameLocator(`iframe[title*="${theme}"]`);
    // A development server that has never run prepares the packages first.
    await expect(frame.getByRole('heading', { name: `Components, ${theme}` })).toBeVisible({
      timeout: 60_000,
    });
  }
  await expectAccessible(page);
  for (const theme of ['light', 'dark']) {
    await page.goto(`${development.url}dev/components?theme=${theme}`);
    for (const [opener, role] of [
      ['Dialog', 'dialog'],
      ['Confirm dialog', 'alertdialog'],
      ['Command palette', 'dialog'],
      ['Menu', 'menu'],
      ['Role', 'listbox'],
    ] as const) {
      const button = page
        .getByRole('button', { name: opener, exact: true })
        .or(page.getByRole('combobox', { name: opener, exact: true }));
      await button.click();
      await expect(page.getByRole(role)).toBeVisible();
      await expectAccessible(page, `[role="${role}"]`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toHaveCount(0);
      await expect(button).toBeFocused();
    }
    await page.getByText('Right-click here').click({ button: 'right' });
    await expect(page.getByRole('menu', { name: 'Context menu' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Toast with Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Page deleted' })).toBeVisible();
    await expectAccessible(page, '[data-type="success"]');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Undone' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Page deleted' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Settings', exact: true }).hover();
    await expect(page.getByText('Settings', { exact: true })).toBeVisible();
  }
  await context.close();
});

test('people get none of the gallery', async () => {
  const assets = `${web}/dist/assets`;
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(await readFile(`${assets}/${script}`, 'utf8'), script).not.toMatch(
      /Toast with Undo|dev\/components/,
    );
});
