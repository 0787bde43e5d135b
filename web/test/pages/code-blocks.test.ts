/** Code blocks: opened, written in, left, given a language and copied, in the text and as it is read. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, lines, openPage, source, write } from '../support/person/editor.ts';
import {
  all,
  button,
  count,
  focused,
  gone,
  overflow,
  press,
  see,
  text,
  toast,
  type,
} from '../support/person/person.ts';

const picker = () => page.getByRole('combobox', { name: 'Language of the code' });
const languages = () => page.getByRole('option');

test('a block opens closed, is written in by the keys of code, and left by them', async () => {
  await openPage();
  await type('```');
  await lines(['Plain text', '', '']);
  // No word is taken for the language, and no list is continued.
  await type('js');
  await press('Enter');
  await type('- a');
  await press('Enter', 'Tab');
  await type('b');
  await press('Enter', 'Shift+Tab');
  await type('c');
  await press('ControlOrMeta+Enter');
  await type('Behind');
  expect(await source()).toBe('```\njs\n- a\n  b\nc\n```\nBehind');
  // Up and down, the caret goes past the fences.
  await content().click();
  await press('ControlOrMeta+Home');
  await type('first ');
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'End');
  await type('!');
  expect(await source()).toBe('```\nfirst js\n- a\n  b\nc\n```\nBehind!');
});

test('code stays in the item that it was begun in, and is written there by keys and by the menu', async () => {
  await openPage();
  await type('1. first');
  await press('Enter');
  await type('second /code');
  await press('Enter');
  await type('echo inside the item');
  // Below it one goes on in the item, and with Enter with the next one.
  await press('ControlOrMeta+Enter', 'Enter');
  await type('third');
  await press('Enter', 'Enter');
  await type('```echo between the lists');
  await press('ControlOrMeta+Enter', 'Enter');
  await type('4. fourth');
  await press('Enter');
  await type('/code');
  await press('Enter');
  await type('a');
  await press('Enter', 'Backspace', 'Enter', 'Enter');
  await type('b');
  await press('ArrowDown');
  await type('c');
  expect((await source()).split('\n')).toEqual([
    ...['1. first', '2. second', '', '   ```', '   echo inside the item', '   ```', '3. third', ''],
    ...['```', 'echo between the lists', '```', ''],
    ...['4. fourth', '5. ```', '   a', '   ', '   b', '   ```', '   c'],
  ]);
});

test('Down at the end of the page leaves the block, and Backspace takes an empty one away', async () => {
  await openPage();
  await type('Text');
  await press('Enter', 'Enter');
  await type('```code');
  await press('ArrowDown');
  await type('Behind');
  expect(await source()).toBe('Text\n\n```\ncode\n```\nBehind');
  await content().getByText('code', { exact: true }).click();
  await press('Home', 'Shift+End', 'Backspace', 'Backspace');
  expect(await source()).toBe('Text\n\n\nBehind');
});

test('its language is found by the keyboard, and undone in one step', async () => {
  await openPage('```\nlet a = 1;\n```\n\nEnd');
  await content().getByText('let a').click();
  await press('ControlOrMeta+Alt+l');
  await focused(picker());
  await type('types');
  await text(languages(), 'TypeScript');
  await press('Enter');
  await gone(picker());
  await focused(content());
  await see(button('Language: TypeScript'));
  expect(await source()).toBe('```typescript\nlet a = 1;\n```\n\nEnd');
  await content().click();
  await press('ControlOrMeta+z');
  expect(await source()).toBe('```\nlet a = 1;\n```\n\nEnd');
  // A language that nobody here knows, and none at all.
  await button('Language: Plain text').click();
  await focused(picker());
  await type('brainfuck');
  await press('Enter');
  await see(button('Language: brainfuck'));
  await button('Language: brainfuck').click();
  await focused(picker());
  await expectAccessibleInBothThemes();
  await press('Enter');
  await see(button('Language: Plain text'));
  await button('Language: Plain text').click();
  await focused(picker());
  await press('Escape');
  await gone(picker());
  await focused(content());
});

test('the code is copied, numbered and scrolled, written and read alike', async () => {
  await page.viewport(360, 640);
  const long = `const ${'long'.repeat(40)} = 1;`;
  await openPage(`\`\`\`js\n${long}\nlet a;\n\`\`\`\n\nEnd`);
  await button('Copy code').click();
  await see(toast('Code copied'));
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  const [first] = all('.cm-code[data-line]');
  const wrapped = first?.getBoundingClientRect().height ?? 0;
  await button('Language: JavaScript').click();
  await page.getByRole('switch', { name: 'Line numbers' }).click();
  await page.getByRole('switch', { name: 'Wrap long lines' }).click();
  await press('Escape');
  const height = () => all('.cm-code[data-line]')[0]?.getBoundingClientRect().height ?? wrapped;
  await expect.poll(height).toBeLessThan(wrapped);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  // The caret at a long line's end is in sight, and the page stays where it is.
  await content()
    .getByText(/^const/)
    .first()
    .click();
  await press('End');
  await type('//');
  await expect.poll(() => all('.cm-code-frame')[0]?.scrollLeft).toBeGreaterThan(0);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  const numbers = (selector: string) => all(selector).map((line) => line.dataset.line);
  expect(numbers('.cm-code[data-line]')).toEqual(['1', '2']);
  await button('Read').click();
  const reading = page.getByTestId('reading-view');
  await see(reading.getByText('JavaScript'));
  await expect.poll(() => numbers('.reading-view .code-line')).toEqual(['1', '2']);
  await reading.getByRole('button', { name: 'Copy code' }).click();
  await see(toast('Code copied').last());
  await expectAccessibleInBothThemes();
  localStorage.removeItem('trellis-code-options');
});

test('what is pasted into a block stays as it is', async () => {
  await openPage('```\n\n```\n\nEnd');
  await write('');
  await press('ControlOrMeta+Home');
  const data = new DataTransfer();
  data.setData('text/html', '<ul><li><b>a</b></li></ul>');
  data.setData('text/plain', '- a\n```\n- b');
  const editor = await content().findElement();
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  expect(await source()).toBe('````\n- a\n```\n- b\n````\n\nEnd');
  await count(button('Copy code'), 1);
});
