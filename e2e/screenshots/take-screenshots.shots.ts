/** The pictures of the product in docs/screenshots and on the landing page, in both themes. No test of anything. */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import {
  type Account,
  content,
  expect,
  newAccount,
  newBrowser,
  saveStatus,
  signIn,
  signUp,
  test,
} from '../support/journey.ts';
import { moveIn } from '../support/membership.ts';
import { addPages, row } from '../support/tree.ts';
import type { TrellisProcess } from '../support/trellis-process.ts';
import { earlierPlan, examplePages, launchPlan } from './example-workspace.ts';
import { writeWebp } from './write-webp.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
const LANDING = fileURLToPath(new URL('../../web/src/features/landing/assets', import.meta.url));

const VIEWPORT = { width: 1280, height: 800 };
// The landing page's larger pictures are 2048 pixels wide.
const LANDING_SCALE = 1.6;

test('take the screenshots', async ({ browser, trellis }) => {
  const context = await newBrowser(browser, trellis);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(VIEWPORT);
  const account = newAccount('Mira Lindqvist');
  await signUp(page, account);
  await nameWorkspace(page, 'Lindqvist Bicycles');
  await writeElsewhere(browser, trellis, account);
  await page.goto(`/dashboard/pages/${launchPlan}`);
  // On another device than before, so it is another version.
  const text = examplePages.find(({ id }) => id === launchPlan)?.content ?? '';
  await content(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
  await expect(saveStatus(page)).toHaveText('Saved');
  await expand(page);

  await openLaunchPlan(page);
  await shoot(page, 'editor');

  await page.getByRole('button', { name: 'New page with details' }).click();
  await page.getByLabel('Page Name').fill('Opening party');
  await page.getByRole('dialog').getByLabel('Description').fill('Saturday after the launch, in the yard');
  await shoot(page, 'dialog');
  await page.keyboard.press('Escape');

  await row(page, 'Product photos').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await shoot(page, 'tree');
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('launch');
  await expect(page.getByRole('option').first()).toContainText('Launch plan');
  await expect(page.getByRole('option').nth(3)).toBeVisible();
  await shoot(page, 'search');
  await page.keyboard.press('Escape');

  await page.goto(`/dashboard/pages/${launchPlan}/history`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Ten friends order something')).toBeVisible();
  await shoot(page, 'history');
  await shootTogether(browser, trellis, { page, owner: account });
  await context.close();
  await shootForLanding(browser, trellis, account);
});

async function writeElsewhere(browser: Browser, trellis: TrellisProcess, account: Account): Promise<void> {
  const context = await newBrowser(browser, trellis);
  const page = await context.newPage();
  await signIn(page, account);
  await addPages(
    page,
    examplePages.map((each) => (each.id === launchPlan ? { ...each, content: earlierPlan } : each)),
  );
  await context.close();
}

async function nameWorkspace(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/settings/workspace');
  await page.getByRole('button', { name: 'Edit Workspace Name' }).click();
  await page.getByRole('textbox', { name: 'Workspace Name' }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit Workspace Name' })).toBeVisible();
}

async function expand(page: Page): Promise<void> {
  for (const name of ['Handbook', 'Meeting notes'])
    await row(page, name)
      .getByRole('button', { name: /^Expand/ })
      .click();
}

async function openLaunchPlan(page: Page): Promise<void> {
  await page.goto(`/dashboard/pages/${launchPlan}`);
  await expect(content(page).getByRole('table')).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  // The page opens at the place where the caret was left.
  await content(page).press('ControlOrMeta+Home');
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/^Edited by/)).toBeVisible();
}

async function shootTogether(
  browser: Browser,
  trellis: TrellisProcess,
  { page, owner }: { readonly page: Page; readonly owner: Account },
): Promise<void> {
  const context = await newBrowser(browser, trellis);
  const colleague = await context.newPage();
  const member = newAccount('Jonas Weber');
  await signUp(colleague, member);
  await moveIn(trellis, { member, owner });
  await openLaunchPlan(colleague);
  await openLaunchPlan(page);
  await page.getByText('Agree on the price of spare parts').click();
  await colleague.getByText('Write the three texts for the start page').click();
  await colleague.keyboard.press('End');
  await colleague.keyboard.type(', with Mira');
  await expect(page.getByRole('button', { name: 'Follow Jonas Weber' })).toBeVisible();
  // His name is there for a moment.
  await colleague.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
  await expect(page.locator('.cm-others-caret[data-moving]')).toBeVisible();
  await expect(page.locator('.cm-others-selection')).toBeVisible();
  await shoot(page, 'together');
  await context.close();
}

async function shootForLanding(browser: Browser, trellis: TrellisProcess, account: Account): Promise<void> {
  const context = await browser.newContext({
    baseURL: trellis.url,
    reducedMotion: 'reduce',
    viewport: VIEWPORT,
    deviceScaleFactor: LANDING_SCALE,
  });
  const page = await context.newPage();
  await signIn(page, account);
  await openLaunchPlan(page);
  await expand(page);
  await openLaunchPlan(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    const picture = await page.screenshot({ caret: 'hide' });
    for (const width of [1024, 2048])
      await writeWebp(context, picture, width, `${LANDING}/page-${colorScheme}-${width}.webp`);
  }
  await context.close();
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.png`, caret: 'hide' });
  }
}
