/// <reference lib="dom" />
/** Two people in one page at once, on Postgres at two servers. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  saveStatus,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { moveIn } from '../support/membership.ts';
import { row } from '../support/tree.ts';

const SAVES = '**/rest/v1/rpc/save_page_document';

test('two people see each other’s letters before they are saved, and undo their own alone @postgres', async ({
  person: ada,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace Hopper');
  await signUp(ada, owner);
  await using neighbour = await trellis.neighbour();
  const elsewhere = await newBrowser(browser, neighbour);
  const grace = await elsewhere.newPage();
  await signUp(grace, member);
  await moveIn(trellis, { member, owner });
  await grace.goto('/dashboard');
  await createPage(ada, 'Plan');
  await write(ada, 'Middle');
  await saved(ada);
  await row(grace, 'Plan').getByRole('link').click();
  await expect(content(grace)).toHaveText('Middle');

  const held: Array<() => void> = [];
  await ada.route(SAVES, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await content(ada).press('ControlOrMeta+End');
  await content(ada).pressSequentially(' by Ada');
  await expect(content(grace)).toHaveText('Middle by Ada');
  await expect(saveStatus(ada)).not.toHaveText('Saved');
  await ada.unroute(SAVES);
  for (const release of held) release();
  await saved(ada);

  await content(grace).press('ControlOrMeta+Home');
  await Promise.all([
    content(grace).pressSequentially('From Grace: ', { delay: 30 }),
    content(ada).pressSequentially(', who goes on', { delay: 30 }),
  ]);
  for (const person of [ada, grace]) {
    await expect(content(person)).toHaveText('From Grace: Middle by Ada, who goes on');
    await saved(person);
  }
  // Each sees where the other is, with the name while the caret moves; the letters stand as without it.
  await expect(ada.locator('.cm-others-caret')).toHaveText('Grace Hopper');
  await expect(grace.locator('.cm-others-caret')).toHaveText('Ada Lovelace');
  await content(ada).press('Shift+Home');
  await expect(grace.locator('.cm-others-selection').first()).toBeVisible();
  await content(ada).press('ArrowLeft');
  await expect(grace.locator('.cm-others-selection')).toHaveCount(0);
  await expect(grace.locator('.cm-others-caret')).toHaveText('Ada Lovelace');
  await grace.getByLabel('Page title').click();
  await expect(ada.locator('.field-guests')).toHaveText('Grace Hopper');
  await expect(ada.locator('.cm-others-caret')).toHaveCount(0);
  await content(ada).press('ControlOrMeta+End');
  await content(ada).press('ControlOrMeta+z');
  // On a quick machine the words before it are the same step.
  for (const person of [ada, grace]) {
    await expect(content(person)).not.toContainText('who goes on');
    await expect(content(person)).toHaveText(/^From Grace:/);
  }
  await saved(ada);
  await grace.reload();
  await expect(content(grace)).toHaveText(String(await content(ada).textContent()));

  // The block that moves takes along who types in it.
  await content(ada).press('ControlOrMeta+End');
  await content(ada).press('Enter');
  await content(ada).press('Enter');
  await content(ada).pressSequentially('Last');
  await expect(content(grace)).toContainText('Last');
  await content(grace).press('ControlOrMeta+End');
  const words = ' one two three four five six seven';
  await Promise.all([
    content(grace).pressSequentially(words, { delay: 20 }),
    content(ada).press('Alt+ArrowUp'),
  ]);
  for (const person of [ada, grace]) {
    await expect(content(person)).toContainText(`Last${words}`);
    await expect(content(person)).toHaveText(/^Last/);
  }
  await elsewhere.close();
});

/** The top of the only other caret in the window. */
const caretTop = (page: Page) =>
  page.locator('.cm-others-caret').evaluate((caret) => caret.getBoundingClientRect().top);

test('somebody on a phone follows the caret of another, and goes their own way with a tap', async ({
  person: ada,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace Hopper');
  await signUp(ada, owner);
  const pocket = await browser.newContext({
    baseURL: trellis.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const grace = await pocket.newPage();
  await signUp(grace, member);
  await moveIn(trellis, { member, owner });
  await createPage(ada, 'Plan');
  await write(ada, '');
  await ada.keyboard.insertText(Array.from({ length: 120 }, (_, n) => `Line ${n}`).join('\n\n'));
  await saved(ada);
  await grace.goto('/dashboard');

  // She is on another page, so the tap leads there first.
  await grace.getByRole('button', { name: 'Follow Ada Lovelace' }).tap();
  await expect(content(grace)).toBeVisible();
  await expect(grace.getByText('Following Ada Lovelace')).toBeVisible();
  await expect(grace.locator('.cm-others-caret')).toBeInViewport();
  // By name, which stays while she types.
  await content(ada).pressSequentially(' and more', { delay: 100 });
  await expect(grace.locator('.cm-others-caret[data-moving]')).toHaveText('Ada Lovelace');
  await expectAccessibleInBothThemes(grace);
  await content(ada).press('ControlOrMeta+Home');
  await expect(grace.getByText('Line 0', { exact: true })).toBeInViewport();
  await expect(grace.locator('.cm-others-caret')).toBeInViewport();
  await content(ada).press('ControlOrMeta+End');
  await expect.poll(() => caretTop(grace)).toBeLessThan(740);
  await expect(grace.getByText('Line 0', { exact: true })).not.toBeInViewport();

  await content(grace).tap();
  await expect(grace.getByText('Following Ada Lovelace')).toBeHidden();
  await content(ada).press('ControlOrMeta+Home');
  await content(ada).pressSequentially('First. ');
  await expect(grace.locator('.cm-others-caret')).toHaveCount(0);
  await expect(grace.getByText('Line 0', { exact: true })).not.toBeInViewport();

  // While she reads, too.
  await grace.setViewportSize({ width: 1280, height: 740 });
  await grace.getByRole('button', { name: 'Read', exact: true }).click();
  await grace.getByRole('button', { name: 'Follow Ada Lovelace' }).click();
  const reading = grace.getByTestId('reading-view');
  await expect(reading.getByText('First. Line 0', { exact: true })).toBeInViewport();
  await content(ada).press('ControlOrMeta+End');
  await expect(reading.getByText('Line 119 and more')).toBeInViewport();
  await expect(reading.getByText('First. Line 0', { exact: true })).not.toBeInViewport();
  await pocket.close();
});
