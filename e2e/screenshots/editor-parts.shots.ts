/** The pictures of the editor's parts in docs/screenshots, in both themes. No test of anything. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  signUp,
  test,
} from '../support/journey.ts';
import { addPages } from '../support/tree.ts';
import { PARTS_PAGE, PARTY_VERSIONS } from './editor-parts.ts';
import { writeWebp } from './write-webp.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
const DESKTOP = { width: 1100, height: 620 };
const PARTY = '5b1d7c00-0000-4000-8000-000000000101';
const PHONE = { width: 390, height: 700 };
/** The upper half of A4, at 96 pixels an inch. */
const PAPER = { width: 794, height: 620 };

test('take the screenshots of the editor', async ({ browser, trellis }) => {
  const context = await newBrowser(browser, trellis);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(DESKTOP);
  await signUp(page, newAccount('Mira Lindqvist'));
  await createPage(page, 'Opening hours');
  await createPage(page, 'Repairs');
  await content(page).click();
  await page.keyboard.insertText(PARTS_PAGE);
  await saved(page);
  await page
    .getByRole('button', { name: 'Hide sidebar' })
    .or(page.getByRole('button', { name: 'Collapse sidebar' }))
    .first()
    .click();

  await page.keyboard.press('ControlOrMeta+Home');
  await page.getByLabel('Page title').click();
  await scrollTo(page, 'top');
  await expect(content(page).getByText('Ask for the age')).toBeVisible();
  await shoot(page, 'kinds');

  await content(page).getByText('Ask for the age').click();
  await content(page).getByText('Call back the customer').hover();
  await page.getByRole('button', { name: 'Actions of the block' }).click();
  await page.getByRole('menuitem', { name: 'Turn into' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Heading 1' })).toBeVisible();
  await shoot(page, 'block-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await scrollTo(page, 'Prices');
  await content(page).getByText('Wheel trued').click();
  await expect(page.getByRole('button', { name: 'Actions of the row' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions of the column' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sort descending' })).toBeVisible();
  await shoot(page, 'table');
  await page.keyboard.press('Escape');

  await scrollTo(page, 'The way of an order');
  await expect(content(page).locator('.cm-content svg, .diagram svg, svg').first()).toBeVisible();
  await content(page).getByText('Math').first().click();
  await page.keyboard.press('ControlOrMeta+Alt+l');
  await page.keyboard.type('py');
  await expect(page.getByRole('option', { name: /^Python/ })).toBeVisible();
  await shoot(page, 'code');
  await page.keyboard.press('Escape');

  await scrollTo(page, 'top');
  await content(page).getByText('look at it together').dblclick();
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
  await shoot(page, 'selection');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Page or web address' })).toBeFocused();
  await page.keyboard.type('open');
  await shoot(page, 'link');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await content(page).getByText('How a repair goes').last().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await expect(page.getByRole('listbox')).toBeVisible();
  await shoot(page, 'slash');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');

  await scrollTo(page, 'Prices');
  await page.setViewportSize(PHONE);
  await content(page).getByText('Full service').click();
  await expect(page.getByRole('button', { name: 'Actions of the row' })).toBeVisible();
  await shoot(page, 'phone-table', PHONE.width);
  await context.close();
});

test('take the screenshots of two versions and of a page on paper', async ({ browser, trellis }) => {
  const context = await newBrowser(browser, trellis);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(DESKTOP);
  await signUp(page, newAccount('Mira Lindqvist'));
  const [draft, middle, last] = PARTY_VERSIONS;
  await addPages(page, [
    { id: PARTY, name: 'Opening party', parent_id: null, order_index: 1, content: draft },
  ]);
  await page.goto(`/dashboard/pages/${PARTY}`);
  // The first is a program's, and the text that is brought back begins another version.
  for (const text of [middle, draft, last]) {
    await content(page).getByText('We open the shop').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
    await saved(page);
  }

  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.goto(`/dashboard/pages/${PARTY}/history`);
  await page.getByRole('combobox', { name: 'Changes since' }).click();
  await page.getByRole('option').last().click();
  await expect(page.getByText('Soup from two pots').first()).toBeVisible();
  await shoot(page, 'compare');

  await page.getByRole('link', { name: 'Back to Opening party' }).click();
  await expect(content(page).getByRole('table')).toBeVisible();
  await shootPaper(page, 'print');
  await context.close();
});

/** Browsers print in the light theme. The app's page for paper goes when the browser has it. */
async function shootPaper(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.setViewportSize(PAPER);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.addStyleTag({ content: '.printed-page { padding: 20mm 18mm; }' });
  await expect(page.locator('.printed-page')).toContainText('Soup from two pots');
  const picture = await page.screenshot();
  await writeWebp(page.context(), picture, PAPER.width, `${FOLDER}/${name}.webp`);
}

/** To the page's top, or by its outline to a heading: what is far from the window is not drawn. */
async function scrollTo(page: Page, place: string): Promise<void> {
  if (place === 'top') await page.locator('#main').evaluate((main) => main.scrollTo(0, 0));
  else await page.getByRole('navigation', { name: 'Outline' }).getByRole('button', { name: place }).click();
}

async function shoot(page: Page, name: string, width = DESKTOP.width): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    const picture = await page.screenshot({ caret: 'hide' });
    await writeWebp(page.context(), picture, width, `${FOLDER}/${name}-${colorScheme}.webp`);
  }
}
