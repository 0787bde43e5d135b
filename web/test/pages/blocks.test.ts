/** Blocks by handle, menu and keys; the tools for a selection; what a copy puts on the clipboard. */
import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { PASTED_HTML } from '../../src/features/editor/corpus/pasted-html.ts';
import { goTo } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, line, lines, openPage, saved, source } from '../support/person/editor.ts';
import { all, focused, gone, isInView, press, see, textOf, toast, type } from '../support/person/person.ts';

const handle = () => page.getByRole('button', { name: 'Actions of the block' });
const menu = () => page.getByRole('menu', { name: 'Actions of the block' });
const item = (name: string) => menu().getByRole('menuitem', { name, exact: true });

async function hover(words: string): Promise<void> {
  await userEvent.hover(content().getByText(words, { exact: true }));
  await see(handle());
}

/** Both from the middle of a line. */
async function drag(words: string, target: string, at: 'upper' | 'lower', look?: () => void): Promise<void> {
  await hover(words);
  const grip = await handle().findElement();
  const from = grip.getBoundingClientRect();
  const row = (await content().getByText(target, { exact: true }).findElement()).getBoundingClientRect();
  const y = at === 'upper' ? row.top + 3 : row.bottom - 3;
  const send = (kind: string, x: number, clientY: number, on: EventTarget = window) =>
    on.dispatchEvent(
      new PointerEvent(kind, {
        pointerId: 1,
        button: 0,
        buttons: 1,
        clientX: x,
        clientY,
        bubbles: true,
        cancelable: true,
      }),
    );
  // A pointer of a test cannot be captured.
  grip.setPointerCapture = () => undefined;
  send('pointerdown', from.x + 8, from.y + 8, grip);
  send('pointermove', from.x + 20, from.y + 20);
  send('pointermove', row.left + 4, y);
  await expect.poll(() => all('.block-drop')).toHaveLength(1);
  look?.();
  send('pointerup', row.left + 4, y);
}

test('a block is dragged by its handle to where a line shows', async () => {
  await openPage('First\n\nSecond\n\nThird');
  await drag('Third', 'First', 'upper');
  await lines(['Third', '', 'First', '', 'Second']);
  await focused(content());
  await expect.poll(() => all('.block-drop')).toHaveLength(0);
  await press('ControlOrMeta+z');
  await lines(['First', '', 'Second', '', 'Third']);
  await see(toast('Undone: moving blocks'));
});

test('from right to left, the handle and the line are at the right', async () => {
  await openPage('שלום\n\nFirst');
  await hover('First');
  const middle = content().element().getBoundingClientRect();
  const isAtRight = (selector: string, pseudo?: string) => {
    const [part] = all(selector);
    if (!part) throw new Error(`No ${selector}`);
    const { left } = part.getBoundingClientRect();
    const inside = pseudo === undefined ? 0 : Number.parseFloat(getComputedStyle(part, pseudo).left);
    return left + inside > middle.left + middle.width / 2;
  };
  expect(isAtRight('.block-handle')).toBe(false);
  await hover('שלום');
  await expect.poll(() => isAtRight('.block-handle')).toBe(true);
  await drag('First', 'שלום', 'upper', () => expect(isAtRight('.block-drop', '::before')).toBe(true));
  await lines(['First', '', 'שלום']);
});

test('the menu of a block turns, doubles, moves, links and deletes it', async () => {
  await openPage('Plan\n\n- one\n- two');
  await hover('Plan');
  await handle().click();
  await see(menu());
  await item('Turn into').click();
  await page.getByRole('menuitemradio', { name: 'Heading 2' }).click();
  await gone(menu());
  expect(await source()).toBe('## Plan\n\n- one\n- two');

  // The same by keys, for the block of the caret.
  await content().getByText('one').click();
  await press('ControlOrMeta+.');
  await see(menu());
  await expectAccessibleInBothThemes();
  await item('Move down').click();
  await focused(content());
  await press('Alt+ArrowUp', 'ControlOrMeta+d');
  await type('!');
  expect(await source()).toBe('## Plan\n\n- one\n- one!\n- two');
  await content().getByText('two').click();
  await press('ControlOrMeta+.');
  await item('Delete').click();
  expect(await source()).toBe('## Plan\n\n- one\n- one!');
});

test('a section moves as a whole, a heading alone', async () => {
  await openPage('# One\n\nfirst\n\n# Two\n\nsecond');
  await content().getByText('One').click();
  await press('Alt+Shift+ArrowDown');
  expect(await source()).toBe('# Two\n\nsecond\n\n# One\n\nfirst');
  await content().getByText('One').click();
  await press('Alt+ArrowDown');
  expect(await source()).toBe('# Two\n\nsecond\n\nfirst\n\n# One');
});

test('the link to a block leads to it, while one writes and while one reads', async () => {
  const { id } = await openPage(`# Top\n\n${'More.\n\n'.repeat(80)}The very end of it`);
  await press('ControlOrMeta+End', 'ControlOrMeta+.');
  await commands.grantPermissions(['clipboard-read', 'clipboard-write']);
  await item('Copy link to block').click();
  await see(toast('Link copied'));
  await focused(content());
  const link = new URL(await navigator.clipboard.readText());
  expect(link.pathname + link.hash).toBe(`/dashboard/pages/${id}#block-the-very-end-of-it`);
  await saved();
  const isShown = (lines: string) =>
    all(lines).some((one) => textOf(one) === 'The very end of it' && isInView(one));
  await press('ControlOrMeta+Home');
  await expect.poll(() => isShown('.cm-line')).toBe(false);
  await goTo(link.pathname + link.hash);
  await expect.poll(() => isShown('.cm-line')).toBe(true);
  await goTo(`${link.pathname}#top`);
  await expect.poll(() => isShown('.cm-line')).toBe(false);
  await page.getByRole('button', { name: 'Read' }).click();
  await see(page.getByTestId('reading-view'));
  expect(isShown('.reading-view p')).toBe(false);
  await goTo(link.pathname + link.hash);
  await expect.poll(() => isShown('.reading-view p')).toBe(true);
  await page.getByRole('button', { name: 'Write', exact: true }).click();
});

test('tools stand over what is selected, take no focus, and go by Escape', async () => {
  await openPage('Some words here');
  const tools = page.getByRole('toolbar', { name: 'Selection' });
  await press('Home', 'Shift+End');
  await see(tools);
  await focused(content());
  await expectAccessibleInBothThemes();
  await tools.getByRole('button', { name: 'Bold' }).click();
  await focused(content());
  expect(await source()).toBe('**Some words here**');
  await content().click();
  await press('Home', 'Shift+End', 'Alt+F10');
  await focused(tools.getByRole('button', { name: 'Turn into' }));
  await press('Escape');
  await gone(tools);
  await focused(content());
  // By the menu in it, too.
  await press('Home', 'Shift+End');
  await tools.getByRole('button', { name: 'Turn into' }).click();
  await page.getByRole('menuitemradio', { name: 'Quote' }).click();
  expect(await source()).toBe('> **Some words here**');
  await see(tools);
});

test('no tools in code, nor in the source', async () => {
  await openPage('```\ncode\n```\n\nText');
  const tools = page.getByRole('toolbar', { name: 'Selection' });
  await content().getByText('Text', { exact: true }).click();
  await press('Home', 'Shift+End');
  await see(tools);
  await content().getByText('code').click();
  await press('Home', 'Shift+End');
  await gone(tools);
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await content().getByText('Text', { exact: true }).click();
  await press('Home', 'Shift+End');
  await gone(tools);
  await page.getByRole('button', { name: 'Write', exact: true }).click();
});

/** @returns what a copy or a cut puts on the clipboard */
async function taken(kind: 'copy' | 'cut'): Promise<DataTransfer> {
  const clipboardData = new DataTransfer();
  const editor = await content().findElement();
  editor.dispatchEvent(new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData;
}

test('a copy is rich text and Markdown, and comes back as it was', async () => {
  await openPage('Some **bold** words\n\n* star');
  await press('ControlOrMeta+a');
  let copy = new DataTransfer();
  await expect
    .poll(async () => {
      copy = await taken('copy');
      return copy.getData('text/html');
    })
    .toContain('<strong>bold</strong>');
  expect(copy.getData('text/plain')).toBe('Some **bold** words\n\n* star');
  await taken('cut');
  await expect.poll(() => all('.cm-placeholder')).toHaveLength(1);
  const editor = await content().findElement();
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: copy, bubbles: true, cancelable: true }));
  expect(await source()).toBe('Some **bold** words\n\n* star');
  // The source is copied as the text it is.
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await content().click();
  await press('ControlOrMeta+a');
  expect((await taken('copy')).getData('text/html')).toBe('');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
});

test('the slash menu says where nothing is found, and begins with what was used last', async () => {
  localStorage.removeItem('trellis-recent-blocks');
  await openPage('Text');
  await press('Enter', 'Enter');
  await type('/todo');
  await see(page.getByRole('option', { name: /Task list/ }));
  await press('Enter');
  await type('Fuel');
  await press('Enter', 'Enter');
  await type('/');
  await see(page.getByText('Recently used'));
  await expect
    .poll(() => all('[role=option] .cm-completionLabel').map((one) => one.textContent)[0])
    .toBe('Task list');
  await type('h');
  await gone(page.getByRole('option', { name: 'Table', exact: true }));
  await expectAccessibleInBothThemes();
  await type('xyz');
  await see(page.getByText('No block is called “hxyz”'));
  await type(' ');
  await gone(page.getByText('No block is called “hxyz”'));
  await line(2, 'Fuel');
});

test.each(Object.entries(PASTED_HTML))('%s: pasted as Markdown', async (_name, { html, markdown }) => {
  const { htmlToMarkdown } = await import('../../src/features/editor/markdown/exchange/html-to-markdown.ts');
  expect(htmlToMarkdown(html, location.origin)).toBe(markdown);
});
