/** The live preview: Markdown is drawn formatted, and as its source where one writes. */
import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { content, line, lines, openPage, saved, source, title, write } from '../support/person/editor.ts';
import {
  all,
  button,
  count,
  focused,
  gone,
  insert,
  isInView,
  overflow,
  press,
  see,
  textOf,
} from '../support/person/person.ts';
import { takeOverTime } from '../support/time.ts';

const checked = (box: Locator) => expect.element(box).toBeChecked();
const unchecked = (box: Locator) => expect.element(box).not.toBeChecked();

test('marks are hidden except around the caret', async () => {
  const { reopen } = await openPage('# Plan\n\nSome **bold** words\n\nEnd');
  await lines(['Plan', '', 'Some bold words', '', 'End']);
  await content().getByText('bold').click();
  await line(2, 'Some **bold** words');
  await title().click();
  await line(2, 'Some bold words');
  await button('Markdown source').click();
  await lines(['# Plan', '', 'Some **bold** words', '', 'End']);
  await reopen();
  await line(0, '# Plan');
});

test('tasks are ticked with the mouse and with the keyboard, saved and undone', async () => {
  const { reopen, workspace } = await openPage('Start\n\n- [ ] Fuel\n- [ ] Food\n\nEnd');
  const boxes = content().getByRole('checkbox');
  await boxes.first().click();
  await checked(boxes.first());
  await saved();
  expect(workspace.pageNamed('Draft').content).toContain('- [x] Fuel');
  await reopen();
  await checked(boxes.first());
  await content().getByText('Food').click();
  await press('ControlOrMeta+Enter');
  await checked(boxes.nth(1));
  await press('ControlOrMeta+z');
  await unchecked(boxes.nth(1));
  await checked(boxes.first());
});

test('all lines of a task stand beside its box while it is read, and an empty one keeps its line', async () => {
  const long = (word: string) => `${word} `.repeat(60);
  await openPage(`- [x] ${long('fuel')}\n- [x] ${long('דלק')}\n- [ ] \n- [ ] last`);
  await button('Read').click();
  await count(page.getByTestId('reading-view').getByRole('checkbox'), 4);
  const [toRight, toLeft, empty] = all('.task-list-item').map((item) => {
    const words = document.createRange();
    words.selectNodeContents(item.lastChild ?? item);
    return { words: [...words.getClientRects()], box: item.querySelector('input')?.getBoundingClientRect() };
  });
  for (const { left } of toRight?.words ?? []) expect(left).toBeGreaterThan(toRight?.box?.right ?? Infinity);
  for (const { right } of toLeft?.words ?? []) expect(right).toBeLessThan(toLeft?.box?.left ?? -Infinity);
  expect(toRight?.words.length).toBeGreaterThan(1);
  expect(toLeft?.words.length).toBeGreaterThan(1);
  const [last] = all('.task-list-item').slice(-1);
  expect(last?.getBoundingClientRect().top).toBeGreaterThan(empty?.box?.bottom ?? Infinity);
});

test('tasks are ticked in the reading view, too, and the box keeps the focus', async () => {
  const text = 'Start\n\n- [ ] Fuel\n  1. [x] Food\n\n> - [ ] Maps\n\nEnd';
  const { reopen, workspace } = await openPage(text);
  await button('Read').click();
  const description = page.getByLabelText('Page description');
  await expect.element(title()).toHaveAttribute('readonly');
  await gone(description);
  await gone(page.getByText('Supports Markdown formatting'));
  const boxes = page.getByTestId('reading-view').getByRole('checkbox');
  (await boxes.first().findElement()).focus();
  // The page's text, and nothing of the app around it.
  await press('ControlOrMeta+a');
  expect(String(getSelection()).split(/\s+/).join(' ').trim()).toBe('Start Fuel Food Maps End');
  await press('Space');
  await checked(boxes.first());
  await focused(boxes.first());
  await boxes.nth(1).click();
  await unchecked(boxes.nth(1));
  await boxes.nth(2).click();
  await checked(boxes.nth(2));
  const ticked = 'Start\n\n- [x] Fuel\n  1. [ ] Food\n\n> - [x] Maps\n\nEnd';
  await saved();
  expect(workspace.pageNamed('Draft').content).toBe(ticked);
  // New as the page is, it is read now, also when it is loaded again.
  await reopen();
  await count(boxes, 3);
  await expect.poll(source).toBe(ticked);
  await see(page.getByText('Supports Markdown formatting'));
  await expect.element(title()).not.toHaveAttribute('readonly');
  await page.getByPlaceholder('Add a description').fill('For the trip');
  await button('Read').click();
  await expect.element(description).toHaveValue('For the trip');
  await expect.element(description).toHaveAttribute('readonly');
});

test('code has the colours of its language, front matter and rules their look', async () => {
  await openPage('---\ntitle: "Plan\n---\n\n```ts\nconst answer = 42;\n```\n\n---\n\nEnd');
  // Front matter that cannot be read is shown as it is; the rest is a table (properties.test.ts).
  await expect.poll(() => all('.cm-content .cm-front-matter').length).toBe(3);
  await expect.poll(() => all('.cm-content .cm-rule')).toHaveLength(1);
  const keyword = () => all('.cm-code span').find((token) => token.textContent === 'const');
  const colour = () => getComputedStyle(keyword() ?? document.body).color;
  await expect.poll(keyword).toBeDefined();
  const ink = getComputedStyle(await content().findElement()).color;
  expect(colour()).not.toBe(ink);

  // Selected, it has the tokens' colours, also while a field has the keys.
  await content().getByText('End').click();
  await press('ControlOrMeta+a');
  await expect.poll(() => all('.cm-selectionBackground').length).toBeGreaterThan(0);
  const ground = () => {
    const [drawn] = all('.cm-selectionBackground');
    const token = Object.assign(document.createElement('i'), { style: 'background: var(--selection)' });
    drawn?.append(token);
    return {
      drawn: drawn && getComputedStyle(drawn).backgroundColor,
      token: getComputedStyle(token).backgroundColor,
    };
  };
  const withFocus = ground();
  expect(withFocus.drawn).toBe(withFocus.token);
  (await title().findElement()).focus();
  expect(ground()).toEqual(withFocus);
  await expect.poll(colour).toBe(ink);
});

test('the toolbar formats the selected text, by keyboard as well', async () => {
  await openPage('word');
  await press('ControlOrMeta+a');
  const bold = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: /^Bold/ });
  await bold.click();
  await expect.element(bold).toHaveAttribute('aria-pressed', 'true');
  expect(await source()).toBe('**word**');
  (await button(/^Heading 1/).findElement()).focus();
  await press('ArrowRight');
  await focused(button(/^Heading 2/));
  await press('Enter');
  await focused(content());
  expect(await source()).toBe('## **word**');
  await content().click();
  await press('ControlOrMeta+z', 'ControlOrMeta+z');
  expect(await source()).toBe('word');
});

test('keys format a text, and take their marks away again', async () => {
  const { workspace } = await openPage('word');
  const written = () => workspace.pageNamed('Draft').content;
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
    await press('ControlOrMeta+End', `ControlOrMeta+${key}`, 'ControlOrMeta+s');
    await expect.poll(written, { message: key }).toBe(expected);
  }
});

test('on a phone the toolbar is at the foot, within reach', async () => {
  await page.viewport(360, 640);
  await openPage();
  await write('word');
  await press('ControlOrMeta+a');
  const bold = button(/^Bold/);
  await bold.click();
  await expect.element(bold).toHaveAttribute('aria-pressed', 'true');
  expect(isInView(await bold.findElement())).toBe(true);
  expect(await source()).toBe('**word**');
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});

test('the words are counted also while somebody writes without pause', async () => {
  takeOverTime();
  await openPage('One two');
  await see(page.getByText('2 words'));
  for (let more = 0; more < 10; more++) {
    await insert(' more');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(all('.page-byline').map(textOf).join()).not.toMatch(/(?<!\d)2 words/);
});
