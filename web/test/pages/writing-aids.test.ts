/** Writing aids: blocks by the slash menu, finding and replacing, the outline and the list of shortcuts. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, lines, openPage, reads, saved, source, write } from '../support/person/editor.ts';
import {
  again,
  all,
  button,
  count,
  focused,
  gone,
  isInView,
  press,
  says,
  see,
  text,
  texts,
  toast,
  type,
} from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

/** Types until the code that it loads is there. */
async function typeUntil(words: string, offered: Locator): Promise<void> {
  await again(async () => {
    await press('ControlOrMeta+a');
    await type(words);
    await expect.element(offered.first(), { timeout: 2000 }).toBeVisible();
  });
}

async function chooseByEnter(name: RegExp): Promise<void> {
  await see(page.getByRole('option', { name }));
  await press('Enter');
}

test('the slash menu makes blocks by name', async () => {
  await openPage();
  const heading = page.getByRole('option', { name: /Heading 2/ });
  await typeUntil('/head', heading);
  await heading.click();
  await type('Plan');
  await press('Enter');
  await type('/task');
  await chooseByEnter(/Task list/);
  await type('Fuel');
  await expect.poll(() => all('.cm-heading-2').map((one) => one.textContent)).toEqual(['Plan']);
  await count(content().getByRole('checkbox'), 1);
  // Not where a slash is just a slash.
  await type(' and/or');
  await gone(page.getByRole('listbox'));

  // The caret is between the fences of a code block, and one undo takes it back.
  await press('ControlOrMeta+a');
  await type('/code');
  await chooseByEnter(/Code block/);
  await type('first line');
  await lines(['Plain text', 'first line', '']);
  expect(await source()).toBe('```\nfirst line\n```');
  await content().click();
  await press('ControlOrMeta+z', 'ControlOrMeta+z');
  await reads('/code');
});

test('finding steps through the page, and replacing changes it', async () => {
  const { reopen } = await openPage();
  await write('one two one **one**');
  await press('ControlOrMeta+h');
  const bar = page.getByLabelText('Find on this page');
  const field = bar.getByLabelText('Find', { exact: true });
  await field.fill('one');
  await text(bar.getByRole('status'), '3 found');
  await press('Enter');
  await text(bar.getByRole('status'), '1 of 3');
  await press('Tab');
  await focused(bar.getByLabelText('Replace with'));
  await type('three');
  // Behind the fields come the steps, the ways to look, and what replaces.
  for (const name of [
    'Previous match',
    'Next match',
    'Match case',
    'Whole words',
    'Regular expression',
    'Replace',
  ]) {
    await press('Tab');
    await focused(bar.getByRole('button', { name, exact: true }));
  }
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await text(bar.getByRole('status'), 'No results');
  await see(toast('Replaced 3 matches'));
  // Taken back alone, whatever was written since, and done once more.
  await write('.');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await reads('one two one one.');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await text(bar.getByRole('status'), 'No results');
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('(');
  await text(bar.getByRole('status'), 'Not a valid expression');
  // Asked for again, the bar has the keys again.
  await content().getByText('three').first().click();
  await press('ControlOrMeta+f');
  await type('two');
  await expect.element(field).toHaveValue('two');
  await press('Escape');
  await gone(bar);
  await focused(content());
  await reads('three two three three.');

  // A reload keeps what can be undone, with its name and its place.
  await saved();
  await reopen();
  await reads('three two three three.');
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  await content().click();
  await press('ControlOrMeta+z');
  await reads('one two one one.');
  await see(toast('Undone: replace all, 3 places'));
  await press('ControlOrMeta+y');
  await reads('three two three three.');
});

test.for([360, 768, 1280])('the search has room for all of it, at %i px', async (width) => {
  await page.viewport(width, 740);
  await openPage('one');
  await content().click();
  await press('ControlOrMeta+h');
  const bar = page.getByLabelText('Find on this page');
  await see(bar.getByRole('button', { name: 'Close' }));
  const { left, right } = bar.element().getBoundingClientRect();
  const parts = all('.find-bar :is(input, button)').map((part) => part.getBoundingClientRect());
  expect(parts.filter((part) => part.left < left || part.right > right)).toEqual([]);
});

test('whoever leaves the search is at what was found, with a step to it or without', async () => {
  await openPage('one two one three');
  await press('ControlOrMeta+Home', 'ControlOrMeta+f');
  const field = page.getByLabelText('Find on this page').getByLabelText('Find', { exact: true });
  await field.fill('two');
  await press('Escape');
  await focused(content());
  await type('2');
  await reads('one 2 one three');
  await press('ControlOrMeta+f');
  await field.fill('one');
  await press('Enter', 'Shift+Enter', 'Escape');
  await type('1');
  await reads('1 2 one three');
  // Nothing is found: the caret stays.
  await press('ControlOrMeta+f');
  await field.fill('nobody');
  await press('Escape');
  await type('.');
  await reads('1. 2 one three');
});

test('of a page left for another, undo goes on, and only in one tab', async () => {
  const { id, workspace } = await openPage('one');
  await press('ControlOrMeta+a', 'ControlOrMeta+b');
  const other = workspace.addPage({ name: 'Elsewhere' });
  await saved();
  await openApp(`/dashboard/pages/${other}`);
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  const kept = Object.keys(sessionStorage).find((key) => key.startsWith('trellis-undo-'));
  const copy = kept && sessionStorage.getItem(kept);
  await openApp(`/dashboard/pages/${id}`);
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  await content().click();
  await press('ControlOrMeta+z');
  await reads('one');
  // As in a duplicate of the tab, which has a copy of its storage.
  if (!kept || !copy) throw new Error('the steps were kept');
  expect(sessionStorage.getItem(kept)).toBe(null);
  sessionStorage.setItem(kept, copy);
  await openApp(`/dashboard/pages/${other}`);
  sessionStorage.setItem(kept, copy);
  await openApp(`/dashboard/pages/${id}`);
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  await content().click();
  await press('ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+z');
  await reads('one');
});

test('where no earlier step was kept, a notice says so once', async () => {
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Draft', content: 'one' });
  sessionStorage.setItem(`trellis-edited-${id}`, 'true');
  await openApp(`/dashboard/pages/${id}`);
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  await content().click();
  await press('ControlOrMeta+z');
  const end = 'Undo reaches back to when this page was opened.';
  await see(toast(end));
  await press('ControlOrMeta+z');
  await count(toast(end), 1);
  await reads('one');
  server().say(on('GET /rest/v1/page_versions', () => json([])));
  await button('Version history').click();
  await see(page.getByRole('heading', { name: 'Version history' }));
});

test('replacing all begins a version in the history, and what is written afterwards another one', async () => {
  await openPage('one and one');
  await press('ControlOrMeta+h');
  const bar = page.getByLabelText('Find on this page');
  await bar.getByLabelText('Find', { exact: true }).fill('one');
  await text(bar.getByRole('status'), '2 found');
  await bar.getByLabelText('Replace with').fill('two');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await see(toast('Replaced 2 matches'));
  await write(' three');
  const saves = () =>
    server()
      .asked.filter(({ path }) => path === '/rest/v1/rpc/save_page_document')
      .map(({ body }) => body as { texts: { content?: string }; begins_version: boolean });
  await expect.poll(() => saves().at(-1)?.texts.content).toBe('two and two three');
  expect(saves().map(({ texts, begins_version: begins }) => [texts.content, begins])).toEqual([
    ['one and one', false],
    ['two and two', true],
    ['two and two three', true],
  ]);
});

test('the outline leads to where a heading is by now', async () => {
  await page.viewport(1440, 800);
  await openPage('# First\n\nText\n\n## Second');
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByRole('button', { name: 'First' }).click();
  await focused(content());
  await press('End', 'Enter');
  await type('More');
  await outline.getByRole('button', { name: 'Second' }).click();
  await focused(content());
  await type('Here: ');
  expect(await source()).toBe('# First\nMore\n\nText\n\n## Here: Second');
});

test('the shortcuts are listed, the words counted, the headings beside the text', async () => {
  await page.viewport(1440, 800);
  await openPage(`# First\n\n${'Long\n\n'.repeat(60)}## Second *part*\n\nThe end`);
  await see(page.getByText('65 words · 1 min read'));
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await texts(outline.getByRole('button'), ['First', 'Second part']);
  await outline.getByRole('button', { name: 'First' }).click();
  await expect.poll(() => all('.cm-heading-1').map(isInView)).toEqual([true]);
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await button(/^Account:/).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await says(shortcuts, 'Follow the link');
  await press('Escape');
  await gone(shortcuts);

  // On every other screen as well, by its key, but not in a field.
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await see(page.getByRole('heading', { level: 1 }));
  await press('?');
  await see(shortcuts.getByText('Search (twice while writing)'));
  await says(shortcuts, 'Follow the link');
  await expectAccessibleInBothThemes();
  await press('Escape');
  await gone(shortcuts);
  server().say(on('POST /rest/v1/rpc/search_pages', () => json([])));
  await press('ControlOrMeta+k');
  const search = page.getByRole('combobox');
  await focused(search);
  await press('?');
  await expect.element(search).toHaveValue('?');
  await gone(shortcuts);
});

test('Enter takes the item for the last letter, however quickly it follows', async () => {
  await openPage();
  await type('/quo');
  await see(page.getByRole('option', { name: /Quote/ }));
  const editor = await content().findElement();
  // In one turn: nothing that takes a moment has happened by then.
  document.execCommand('insertText', false, 't');
  const options = { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
  editor.dispatchEvent(new KeyboardEvent('keydown', options));
  await expect.poll(source).toBe('> ');
});
