/** A page is written with a finger, at the sizes of two phones: nothing needs a mouse, or is out of the screen. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { dragByFinger } from '../support/finger.ts';
import { content, createPage, expect, newAccount, saved, signUp, test } from '../support/journey.ts';

const PAGE = `## Order

One paragraph of words.

Two paragraphs of words[^1].

- [ ] Call back the customer

<details>
<summary>What we look at</summary>

Brakes and tyres.

</details>

| Repair | Hours | Price | Who |
| --- | ---: | ---: | --- |
| New chain | 0.5 | € 45 | Jonas and Mira |
| Wheel trued | 1 | € 38 | the workshop |

\`\`\`js
let bicycle = 1;
\`\`\`

## Media

https://www.youtube.com/watch?v=dQw4w9WgXcQ

[^1]: Without asking.`;

for (const viewport of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width} pixels, a finger reaches all parts of the editor`, async ({
    browser,
    trellis,
  }) => {
    const context = await browser.newContext({
      baseURL: trellis.url,
      viewport,
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await signUp(page, newAccount('Thumb Lind'));
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await createPage(page, 'Repairs');
    await content(page).tap();
    await page.keyboard.insertText(PAGE);
    await saved(page);

    await writeBlocks(page);
    await writeTable(page);
    await openCards(page);
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
    await changeLook(page);
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
    await context.close();
  });
}

const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const cell = (page: Page, name: string) => page.locator('.cm-cell', { hasText: name }).first();
const row = (page: Page) => page.getByRole('button', { name: 'Actions of the row' });

/** A handle follows the caret with the next frame, so a finger that is faster would take the one before. */
const standsBeside = (handle: Locator, block: Locator) =>
  expect
    .poll(async () => {
      const [grip, line] = [await handle.boundingBox(), await block.boundingBox()];
      return grip && line ? Math.abs(grip.y + grip.height / 2 - line.y - line.height / 2) : Number.NaN;
    })
    .toBeLessThan(12);

async function writeBlocks(page: Page): Promise<void> {
  const text = content(page);
  const handle = page.getByRole('button', { name: 'Actions of the block' });
  await text.getByText('One paragraph').tap();
  await handle.tap();
  await item(page, 'Turn into').tap();
  await page.getByRole('menuitemradio', { name: 'Heading 3' }).tap();
  // The heading shows its mark while the caret is in it.
  await text.getByText('Two paragraphs').tap();
  await expect(text.locator('.cm-heading-3')).toHaveText('One paragraph of words.');
  // Above the other one.
  await standsBeside(handle, text.getByText('Two paragraphs'));
  await dragByFinger(page, handle, text.getByText('One paragraph'), 0.1);
  await expect.poll(() => above(text, 'Two paragraphs', 'One paragraph')).toBe(true);

  await text.getByText('Two paragraphs').tap();
  await page.getByRole('button', { name: 'Insert a block' }).tap();
  await page.getByRole('option', { name: 'Bulleted list' }).tap();
  await page.keyboard.type('Ask first');
  await expect(text.getByText('Ask first')).toBeVisible();

  // Beside its box, as a finger hits it.
  const box = page.getByRole('checkbox', { name: 'To do' });
  const place = await box.boundingBox();
  await page.touchscreen.tap((place?.x ?? 0) - 5, (place?.y ?? 0) + 8);
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await page.getByRole('button', { name: 'Toggle' }).tap();
  await expect(text.getByText('Brakes and tyres')).toBeHidden();
}

async function writeTable(page: Page): Promise<void> {
  await cell(page, 'New chain').tap();
  await row(page).tap();
  await item(page, 'Insert row below').tap();
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('Brakes');
  await expect(cell(page, 'Brakes')).toBeVisible();
  await cell(page, 'Hours').tap();
  await page.getByRole('button', { name: 'Actions of the column' }).tap();
  await item(page, 'Delete column').tap();
  await expect(cell(page, 'Hours')).toHaveCount(0);
  await cell(page, 'Wheel trued').tap();
  await standsBeside(row(page), cell(page, 'Wheel trued'));
  await dragByFinger(page, row(page), cell(page, 'New chain'), 0.2);
  await expect(page.locator('.cm-table-row').nth(1)).toContainText('Wheel trued');
  // As the two handles of what is selected do.
  await cell(page, 'New chain').evaluate((first) => {
    const last = [...document.querySelectorAll('.cm-cell')].find((one) => one.textContent?.trim() === '€ 38');
    if (last) getSelection()?.setBaseAndExtent(last, 0, first, 1);
  });
  await expect(page.locator('.cm-cell-selected')).toHaveText(['Wheel trued', '€ 38', 'New chain', '€ 45']);
  await expectAccessibleInBothThemes(page);
}

async function openCards(page: Page): Promise<void> {
  const number = page.locator('[data-footnote]').first();
  const place = await number.boundingBox();
  await number.tap();
  const card = page.getByTestId('page-card');
  await expect(card).toContainText('Without asking.');
  const distance = ((await card.boundingBox())?.y ?? 0) - ((place?.y ?? 0) + (place?.height ?? 0));
  expect(Math.abs(distance)).toBeLessThan(40);
  await expectAccessibleInBothThemes(page);
  await card.getByRole('button', { name: 'Go to footnote' }).tap();
  await expect(card).toBeHidden();

  await content(page).getByText('bicycle').tap();
  await page.getByRole('button', { name: /JavaScript/ }).tap();
  await page.getByRole('option', { name: 'CSS', exact: true }).tap();
  await expect(page.getByRole('button', { name: /CSS/ })).toBeVisible();
}

async function changeLook(page: Page): Promise<void> {
  const actions = page.getByRole('button', { name: 'Page actions' });
  await actions.tap();
  await item(page, 'Page style').tap();
  await item(page, 'Add icon…').tap();
  const icons = page.getByRole('dialog', { name: 'Page icon' });
  await expectInside(page, icons);
  await icons.getByRole('gridcell').first().tap();
  await expect(page.getByRole('button', { name: 'Change icon' })).toBeVisible();
  await actions.tap();
  await item(page, 'Page style').tap();
  await page.getByRole('menuitemcheckbox', { name: 'Lock page' }).tap();
  await expect(page.getByText('Locked').first()).toBeVisible();
}

async function above(text: Locator, one: string, other: string): Promise<boolean> {
  const [first, second] = [
    await text.getByText(one).boundingBox(),
    await text.getByText(other).boundingBox(),
  ];
  return (first?.y ?? 0) < (second?.y ?? 0);
}

async function expectInside(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await part.boundingBox();
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(
    true,
  );
}

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
