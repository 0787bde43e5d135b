/// <reference lib="dom" />
/** Ten tasks of every day, and how many keys and clicks each takes: docs/everyday-tasks.md has Notion's beside them. */
import type { Page } from '@playwright/test';
import { CountedHands } from '../support/counted-hands.ts';
import { content, createPage, expect, newAccount, signUp, test } from '../support/journey.ts';

interface Task {
  readonly name: string;
  /** The page before, with ‸ where the caret is. */
  readonly before: string;
  /** The words that the caret is in, where counting letters does not lead there. */
  readonly caretIn?: string;
  readonly clipboard?: string;
  readonly do: (hands: CountedHands, page: Page) => Promise<void>;
  /** The page afterwards; undefined where something else tells. */
  readonly after?: string;
  readonly count: number;
}

const words = (page: Page, text: string) => content(page).getByText(text, { exact: true });

const TASKS: readonly Task[] = [
  {
    name: 'Make a table of four rows from a spreadsheet',
    before: '‸',
    clipboard: 'Name\tAmount\nApples\t12\nPears\t7\nPlums\t3',
    do: (hands) => hands.press('ControlOrMeta+v'),
    after: '| Name | Amount |\n| --- | --- |\n| Apples | 12 |\n| Pears | 7 |\n| Plums | 3 |',
    count: 1,
  },
  {
    name: 'Move a section of three blocks above another one',
    before: '## One\n\nText\n\nText\n\n## Tw‸o\n\nMore\n\nMore',
    do: (hands) => hands.press('Alt+Shift+ArrowUp'),
    after: '## Two\n\nMore\n\nMore\n\n## One\n\nText\n\nText',
    count: 1,
  },
  {
    name: 'Quote a mail of two paragraphs',
    before: 'Hello,\n\nsee you.\n\nEnd‸',
    do: async (hands, page) => {
      await hands.drag('the mail', words(page, 'Hello,'), words(page, 'see you.'));
      await hands.press('ControlOrMeta+Shift+Period');
    },
    after: '> Hello,\n>\n> see you.\n\nEnd',
    count: 2,
  },
  {
    name: 'Turn a list of three into tasks',
    before: '- one\n- two\n- three\n\nEnd‸',
    do: async (hands, page) => {
      await hands.drag('the list', words(page, 'one'), words(page, 'three'));
      await hands.press('ControlOrMeta+Shift+9');
    },
    after: '- [ ] one\n- [ ] two\n- [ ] three\n\nEnd',
    count: 2,
  },
  {
    name: 'Link to another page',
    before: 'See ‸',
    do: async (hands, page) => {
      await hands.write('[[road');
      await expect(page.getByRole('option', { name: /Roadmap/ })).toBeVisible();
      await hands.press('Enter');
    },
    count: 2,
  },
  {
    name: 'Add code in JavaScript',
    before: '‸',
    do: async (hands, page) => {
      await hands.write('```');
      await hands.press('ControlOrMeta+Alt+l');
      await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused();
      await hands.write('javascript');
      await hands.press('Enter');
      await hands.write('let a = 1;');
    },
    after: '```javascript\nlet a = 1;\n```',
    count: 5,
  },
  {
    name: 'Make a toggle with a text in it',
    before: '‸',
    do: async (hands) => {
      await hands.write('+++ More');
      await hands.press('Enter');
      await hands.write('Inside');
    },
    after: '<details>\n<summary>More</summary>\n\nInside\n\n</details>\n\n',
    count: 3,
  },
  {
    name: 'Replace a word in three places',
    before: 'old one, old two, old three‸',
    do: async (hands, page) => {
      await hands.press('ControlOrMeta+h');
      await expect(page.getByLabel('Find', { exact: true })).toBeFocused();
      await hands.write('old');
      await hands.click('the field', page.getByLabel('Replace with'));
      await hands.write('new');
      await hands.click('Replace all', page.getByRole('button', { name: 'Replace all' }));
    },
    after: 'new one, new two, new three',
    count: 5,
  },
  {
    name: 'Move a row of a table down',
    before: '| A |\n| --- |\n| one |\n| two |',
    caretIn: 'one',
    do: (hands) => hands.press('Alt+ArrowDown'),
    after: '| A |\n| --- |\n| two |\n| one |',
    count: 1,
  },
  {
    name: 'Share the page by a link',
    before: 'Text‸',
    do: async (hands, page) => {
      await hands.click('Share', page.getByRole('button', { name: 'Share' }));
      const dialog = page.getByRole('dialog', { name: 'Share' });
      await hands.click('Public', dialog.getByRole('radio', { name: 'Public' }));
      await hands.click('Copy', dialog.getByRole('button', { name: /^Copy/ }).last());
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toMatch(/\/p\/[\da-f-]{36}$/);
    },
    count: 3,
  },
];

test('ten tasks of every day take no more keys and clicks than before', async ({ person }) => {
  await person.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(person, newAccount('Dora Daily'));
  await createPage(person, 'Roadmap');
  await createPage(person, 'Plan');
  await expect(person.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  const hands = new CountedHands(person);
  for (const task of TASKS)
    await test.step(task.name, async () => {
      await begin(person, task);
      await task.do(hands, person);
      if (task.after !== undefined) await expect.poll(() => markdown(person)).toBe(task.after);
      expect(hands.take(), task.name).toHaveLength(task.count);
    });
});

/** Writes the page as the task finds it. */
async function begin(page: Page, { before, caretIn, clipboard }: Task): Promise<void> {
  await page.keyboard.press('Escape');
  await content(page).click();
  // In a table the first selects the cell's words, and the second the table.
  for (let press = 0; press < 3; press++) await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  const [head = '', tail = ''] = before.split('‸');
  if (before.replace('‸', '') !== '') await page.keyboard.insertText(head + tail);
  for (let back = 0; back < tail.length; back++) await page.keyboard.press('ArrowLeft');
  if (caretIn !== undefined) await words(page, caretIn).click();
  if (clipboard !== undefined) await page.evaluate((text) => navigator.clipboard.writeText(text), clipboard);
}

/** The page's Markdown, mark by mark. */
async function markdown(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Markdown source' }).click();
  const lines = await page
    .locator('.page-editor .cm-content .cm-line')
    .evaluateAll((all) => all.map((line) => line.textContent));
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  return lines.join('\n');
}
