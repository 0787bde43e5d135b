/// <reference lib="dom" />
/** Links between pages: written by name, followed inside the app, and told at the page that they lead to. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  content,
  createPage,
  expect,
  newAccount,
  saved,
  saveStatus,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { toast } from '../support/toast.ts';
import { createSubpage } from '../support/tree.ts';

test('a link to a page is written by its name, followed, and told at that page', async ({ person }) => {
  await signUp(person, newAccount('Link Writer'));
  await createPage(person, 'Roadmap [2027]');
  const target = new URL(person.url()).pathname;
  await createPage(person, 'Notes');
  const notes = person.url();
  await createSubpage(person, 'Notes', 'Roadmap [2027]');
  await person.goto(notes);
  await content(person).click();
  await expect(async () => {
    await person.keyboard.type('See [[road');
    await expect(person.getByRole('option', { name: 'Roadmap [2027]' })).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  // Two of one name are told apart by where they are.
  await expect(person.getByRole('option', { name: 'Roadmap [2027] Notes' })).toHaveCount(1);
  await expect(person.getByRole('option').first()).toHaveText('Roadmap [2027]');
  await person.keyboard.press('Enter');
  const link = content(person).getByText('Roadmap [2027]', { exact: true });
  // The backslashes before the brackets are marks, too.
  await expect(content(person)).toContainText(`[Roadmap [2027]](${target})`);
  await person.getByLabel('Page title').click();
  await expect(link).toBeVisible();
  await saved(person);

  await link.click({ modifiers: ['ControlOrMeta'] });
  await expect(person.getByLabel('Page title')).toHaveValue('Roadmap [2027]');
  const backlinks = person.getByRole('region', { name: '1 page links here' });
  await backlinks.getByRole('link', { name: 'Notes' }).click();
  await expect(person.getByLabel('Page title')).toHaveValue('Notes');
  await person.getByRole('button', { name: 'Read', exact: true }).click();
  await person.getByTestId('reading-view').getByRole('link', { name: 'Roadmap [2027]' }).click();
  await expect(person.getByLabel('Page title')).toHaveValue('Roadmap [2027]');
  expect(new URL(person.url()).pathname).toBe(target);
});

/** While the menu looks for the last letter typed, it takes no key. */
async function chooseByEnter(person: Page, name: RegExp): Promise<void> {
  await expect(person.getByRole('option', { name })).toBeVisible();
  await expect(person.locator('.cm-tooltip-autocomplete-disabled')).toHaveCount(0);
  await person.keyboard.press('Enter');
}

test('the slash menu makes blocks by name', async ({ person }) => {
  await signUp(person, newAccount('Slash Writer'));
  await createPage(person, 'Draft');
  await content(person).click();
  await expect(async () => {
    await person.keyboard.press('ControlOrMeta+a');
    await person.keyboard.type('/head');
    await expect(person.getByRole('option', { name: /Heading 2/ })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await person.getByRole('option', { name: /Heading 2/ }).click();
  await person.keyboard.type('Plan');
  await person.keyboard.press('Enter');
  await person.keyboard.type('/task');
  await chooseByEnter(person, /Task list/);
  await person.keyboard.type('Fuel');
  await expect(content(person).locator('.cm-heading-2')).toHaveText('Plan');
  await expect(content(person).getByRole('checkbox')).toHaveCount(1);
  // Not where a slash is just a slash.
  await person.keyboard.type(' and/or');
  await expect(person.getByRole('listbox')).toHaveCount(0);

  // The caret is between the fences of a code block, and one undo takes it back.
  await person.keyboard.press('ControlOrMeta+a');
  await person.keyboard.type('/code');
  await chooseByEnter(person, /Code block/);
  await person.keyboard.type('first line');
  await expect(content(person).locator('.cm-line')).toHaveText(['```', 'first line', '```']);
  await person.keyboard.press('ControlOrMeta+z');
  await person.keyboard.press('ControlOrMeta+z');
  await expect(content(person)).toHaveText('/code');
});

test('finding steps through the page, and replacing changes it', async ({ person }) => {
  await signUp(person, newAccount('Find Replace'));
  await createPage(person, 'Draft');
  await write(person, 'one two one **one**');
  await person.keyboard.press('ControlOrMeta+h');
  const bar = person.getByRole('search', { name: 'Find on this page' });
  await bar.getByLabel('Find', { exact: true }).fill('one');
  await expect(bar.getByRole('status')).toHaveText('3 found');
  await person.keyboard.press('Enter');
  await expect(bar.getByRole('status')).toHaveText('1 of 3');
  await bar.getByLabel('Replace with').fill('three');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await expect(bar.getByRole('status')).toHaveText('No results');
  await expect(toast(person, 'Replaced 3 matches')).toBeVisible();
  // Taken back alone, whatever was written since, and done once more.
  await write(person, '.');
  await person.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(content(person)).toHaveText('one two one one.');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await expect(bar.getByRole('status')).toHaveText('No results');
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await bar.getByLabel('Find', { exact: true }).fill('(');
  await expect(bar.getByRole('status')).toHaveText('Not a valid expression');
  // Asked for again, the bar has the keys again.
  await content(person).getByText('three').first().click();
  await person.keyboard.press('ControlOrMeta+f');
  await person.keyboard.type('two');
  await expect(bar.getByLabel('Find', { exact: true })).toHaveValue('two');
  await person.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(content(person)).toBeFocused();
  await expect(content(person)).toHaveText('three two three three.');

  // A reload ends what can be undone, and that is said once.
  await expect(saveStatus(person)).toHaveText('Saved');
  await person.reload();
  await content(person).click();
  await person.keyboard.press('ControlOrMeta+z');
  const end = 'Undo reaches back to when this page was opened.';
  await expect(toast(person, end)).toBeVisible();
  await person.keyboard.press('ControlOrMeta+z');
  await expect(toast(person, end)).toHaveCount(1);
  await expect(content(person)).toHaveText('three two three three.');
  await person.getByRole('button', { name: 'Version history' }).click();
  await expect(person.getByRole('heading', { name: 'Version history' })).toBeVisible();
});

test('the shortcuts are listed, the words counted, the headings beside the text', async ({ person }) => {
  await person.setViewportSize({ width: 1440, height: 800 });
  await signUp(person, newAccount('Out Liner'));
  await createPage(person, 'Draft');
  await content(person).click();
  await person.keyboard.insertText(`# First\n\n${'Long\n\n'.repeat(60)}## Second *part*\n\nThe end`);
  await expect(person.getByText('65 words')).toBeVisible();
  const outline = person.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('button')).toHaveText(['First', 'Second part']);
  const heading = content(person).locator('.cm-heading-1');
  await outline.getByRole('button', { name: 'First' }).click();
  await expect(heading).toBeInViewport();
  const shortcuts = person.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(shortcuts).toContainText('Follow the link');
  await person.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);

  // On every other screen as well, by its key, but not in a field.
  await person.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(person.getByRole('heading', { level: 1 })).toBeVisible();
  await person.keyboard.press('?');
  await expect(shortcuts.getByText('Search (unless text is selected in the editor)')).toBeVisible();
  await expect(shortcuts).toContainText('Follow the link');
  await expectAccessibleInBothThemes(person);
  await person.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);
  await person.keyboard.press('ControlOrMeta+k');
  const search = person.getByRole('combobox');
  await search.press('?');
  await expect(search).toHaveValue('?');
  await expect(shortcuts).toHaveCount(0);
});
