/// <reference lib="dom" />
/** Markdown that looks like what it means while it is written, and as what it is where one writes. */
import type { Page } from '@playwright/test';
import { content, createPage, expect, newAccount, saved, signUp, test, write } from '../support/journey.ts';

const lines = (page: Page) => content(page).locator('.cm-line');

/** What stands in the page, mark by mark. */
async function source(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Markdown source' }).click();
  const text = await lines(page).allTextContents();
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  return text.join('\n');
}

async function startPage(page: Page, who: string, text: string): Promise<void> {
  await signUp(page, newAccount(who));
  await createPage(page, 'Draft');
  await content(page).click();
  await page.keyboard.insertText(text);
}

test('marks are hidden but for those where one writes', async ({ person }) => {
  await startPage(person, 'Live Preview', '# Plan\n\nSome **bold** words\n\nEnd');
  await expect(lines(person)).toHaveText(['Plan', '', 'Some bold words', '', 'End']);
  await content(person).getByText('bold').click();
  await expect(lines(person).nth(2)).toHaveText('Some **bold** words');
  await person.getByLabel('Page title').click();
  await expect(lines(person).nth(2)).toHaveText('Some bold words');
  await person.getByRole('button', { name: 'Markdown source' }).click();
  await expect(lines(person)).toHaveText(['# Plan', '', 'Some **bold** words', '', 'End']);
  await person.reload();
  await expect(lines(person).first()).toHaveText('# Plan');
});

test('tasks are ticked with the mouse and with the keyboard, and it is saved and undone', async ({
  person,
}) => {
  await startPage(person, 'Task Master', 'Start\n\n- [ ] Fuel\n- [ ] Food\n\nEnd');
  const boxes = content(person).getByRole('checkbox');
  await boxes.first().click();
  await expect(boxes.first()).toBeChecked();
  await saved(person);
  await person.reload();
  await expect(boxes.first()).toBeChecked();
  await content(person).getByText('Food').click();
  await person.keyboard.press('ControlOrMeta+Enter');
  await expect(boxes.nth(1)).toBeChecked();
  await person.keyboard.press('ControlOrMeta+z');
  await expect(boxes.nth(1)).not.toBeChecked();
  await expect(boxes.first()).toBeChecked();
});

test('tasks are ticked in the reading view, too, and the box keeps the focus', async ({ person }) => {
  await startPage(person, 'Reading Ticker', 'Start\n\n- [ ] Fuel\n  1. [x] Food\n\n> - [ ] Maps\n\nEnd');
  await person.getByRole('button', { name: 'Read', exact: true }).click();
  const title = person.getByLabel('Page title');
  const description = person.getByLabel('Page description');
  await expect(title).not.toBeEditable();
  await expect(description).toHaveCount(0);
  await expect(person.getByText('Supports Markdown formatting')).toHaveCount(0);
  const boxes = person.getByTestId('reading-view').getByRole('checkbox');
  await boxes.first().focus();
  // The page's text, and nothing of the app around it.
  await person.keyboard.press('ControlOrMeta+a');
  const selected = () => person.evaluate(() => String(getSelection()).split(/\s+/).join(' ').trim());
  expect(await selected()).toBe('Start Fuel Food Maps End');
  await person.keyboard.press('Space');
  await expect(boxes.first()).toBeChecked();
  await expect(boxes.first()).toBeFocused();
  await boxes.nth(1).click();
  await expect(boxes.nth(1)).not.toBeChecked();
  await boxes.nth(2).click();
  await expect(boxes.nth(2)).toBeChecked();
  await saved(person);
  // New as the page is, it is read now, also when it is loaded again.
  await person.reload();
  await expect(boxes).toHaveCount(3);
  expect(await source(person)).toBe('Start\n\n- [x] Fuel\n  1. [ ] Food\n\n> - [x] Maps\n\nEnd');
  await expect(person.getByText('Supports Markdown formatting')).toBeVisible();
  await expect(title).toBeEditable();
  await person.getByPlaceholder('Add a description').fill('For the trip');
  await person.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(description).toHaveValue('For the trip');
  await expect(description).not.toBeEditable();
});

test('a table is a table until one writes in it, also with the arrow keys', async ({ person }) => {
  await startPage(
    person,
    'Table Writer',
    'Above\n\n| Name | Amount |\n| --- | ---: |\n| Apples | 12 |\n\nEnd',
  );
  const table = content(person).getByRole('table');
  await expect(table.getByRole('row')).toHaveText(['NameAmount', 'Apples12']);
  await table.getByText('12').click();
  await expect(table).toHaveCount(0);
  await person.keyboard.type('3');
  await content(person).getByText('Above').click();
  await expect(table.getByRole('row').last()).toHaveText('Apples312');
  await person.keyboard.press('ArrowDown');
  await person.keyboard.press('ArrowDown');
  await expect(table).toHaveCount(0);
  await expect(lines(person).nth(2)).toHaveText('| Name | Amount |');
});

test('code has the colours of its language, front matter and rules their look', async ({ person }) => {
  await startPage(
    person,
    'Coloured Code',
    '---\ntitle: Plan\n---\n\n```ts\nconst answer = 42;\n```\n\n---\n\nEnd',
  );
  await expect(content(person).locator('.cm-front-matter')).toHaveCount(3);
  await expect(content(person).locator('.cm-rule')).toHaveCount(1);
  const keyword = content(person).locator('.cm-code span', { hasText: /^const$/ });
  const colour = () => keyword.evaluate((element) => getComputedStyle(element).color);
  await expect(keyword).toBeVisible();
  expect(await colour()).not.toBe(
    await content(person).evaluate((element) => getComputedStyle(element).color),
  );

  // Selected, it has the tokens' colours, also while a field has the keys.
  await content(person).getByText('End').click();
  await person.keyboard.press('ControlOrMeta+a');
  const ground = () =>
    person
      .locator('.cm-selectionBackground')
      .first()
      .evaluate((element) => {
        const { backgroundColor } = getComputedStyle(element);
        const token = Object.assign(document.createElement('i'), { style: 'background: var(--selection)' });
        element.append(token);
        return { drawn: backgroundColor, token: getComputedStyle(token).backgroundColor };
      });
  const focused = await ground();
  expect(focused.drawn).toBe(focused.token);
  await person.getByLabel('Page title').focus();
  expect(await ground()).toEqual(focused);
  const ink = await content(person).evaluate((element) => getComputedStyle(element).color);
  await expect.poll(colour).toBe(ink);
});

test('the toolbar formats what is selected, by keyboard as well', async ({ person }) => {
  await startPage(person, 'Tool Bar', 'word');
  await person.keyboard.press('ControlOrMeta+a');
  await person.getByRole('button', { name: /^Bold/ }).click();
  await expect(person.getByRole('button', { name: /^Bold/ })).toHaveAttribute('aria-pressed', 'true');
  expect(await source(person)).toBe('**word**');
  await person.getByRole('button', { name: /^Heading 1/ }).focus();
  await person.keyboard.press('ArrowRight');
  await expect(person.getByRole('button', { name: /^Heading 2/ })).toBeFocused();
  await person.keyboard.press('Enter');
  await expect(content(person)).toBeFocused();
  expect(await source(person)).toBe('## **word**');
  await content(person).click();
  await person.keyboard.press('ControlOrMeta+z');
  await person.keyboard.press('ControlOrMeta+z');
  expect(await source(person)).toBe('word');
});

test('keys format, too, and take away what they gave', async ({ person }) => {
  await startPage(person, 'Key Board', 'word');
  for (const [key, expected] of [
    ['b', '**word**'],
    ['b', 'word'],
    ['i', '*word*'],
    ['i', 'word'],
    ['e', '`word`'],
    ['e', 'word'],
    ['Shift+8', '- word'],
    ['Shift+9', '- [ ] word'],
    ['Shift+2', '## word'],
    ['Shift+0', 'word'],
  ] as const) {
    await content(person).click();
    await person.keyboard.press('ControlOrMeta+End');
    await person.keyboard.press(`ControlOrMeta+${key}`);
    expect(await source(person), key).toBe(expected);
  }
  await content(person).click();
  await person.keyboard.press('ControlOrMeta+a');
  await person.keyboard.press('ControlOrMeta+k');
  await person.keyboard.type('https://example.com');
  expect(await source(person)).toBe('[word](https://example.com)');
});

test('on a phone the toolbar is at the foot, within reach', async ({ person }) => {
  await person.setViewportSize({ width: 360, height: 640 });
  await signUp(person, newAccount('Phone Writer'));
  await person.getByRole('button', { name: 'Open menu' }).click();
  await createPage(person, 'Draft');
  await write(person, 'word');
  await person.keyboard.press('ControlOrMeta+a');
  const bold = person.getByRole('button', { name: /^Bold/ });
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await expect(bold).toBeInViewport({ ratio: 1 });
  expect(await source(person)).toBe('**word**');
  const overflow = await person.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
