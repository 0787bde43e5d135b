/** Pages are made, named and written, by the mouse and by keys alone. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { content, lines, openPage, reads, saved, title, write } from '../support/person/editor.ts';
import { button, count, focused, gone, press, see, text, type } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

test('Enter on an empty list item ends the list', async () => {
  await openPage();
  await write('- Fuel');
  // The second item is the one that would space the list out.
  for (const typed of ['', 'Go.']) {
    await press('Enter');
    await type(typed);
  }
  await lines(['Fuel', '', 'Go.']);
});

test('the tree shows pages and their children, and renames in place', async () => {
  const workspace = signedIn({ pages: [{ name: 'Novels' }] });
  await openApp('/dashboard');
  await row('Novels').hover();
  await button('Add a page under Novels').click();
  const dialog = page.getByRole('dialog', { name: 'Create Subpage' });
  await dialog.getByLabelText('Page Name').fill('Frankenstein');
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  const child = row('Frankenstein');
  await expect.element(child).toHaveAttribute('aria-level', '2');
  await expect.element(title()).toHaveValue('Frankenstein');

  await child.getByText('Frankenstein').dblClick();
  await page.getByRole('tree').getByRole('textbox').fill('The Modern Prometheus');
  await press('Enter');
  await see(row('The Modern Prometheus'));
  await expect.element(title()).toHaveValue('The Modern Prometheus');
  await expect
    .poll(() => workspace.pages.map(({ name }) => name))
    .toEqual(['Novels', 'The Modern Prometheus']);
  await openApp(location.pathname);
  await see(row('The Modern Prometheus'));
  // Without a title, the tree names it as its own screen does.
  await title().fill('');
  await text(row('Untitled'), 'Untitled');
});

test('a title typed just before a rename in the tree does not get into the new name', async () => {
  const { workspace, reopen } = await openPage('', 'First');
  await title().fill('From the title');
  await row('From the title').getByRole('link').dblClick();
  await page.getByRole('tree').getByRole('textbox').fill('From the tree');
  await press('Enter');
  await expect.element(title()).toHaveValue('From the tree');
  await saved();
  await expect.poll(() => workspace.pages.map(({ name }) => name)).toEqual(['From the tree']);
  await reopen();
  await expect.element(title()).toHaveValue('From the tree');
});

test('a new page by keyboard alone: the dialog waits for the name, and the caret for the text', async () => {
  const workspace = signedIn();
  await openApp('/dashboard');
  (await button('New page with details').findElement()).focus();
  await press('Enter');
  await focused(page.getByLabelText('Page Name'));
  await type('A name with spaces');
  await press('Enter');
  await expect.element(title()).toHaveValue('A name with spaces');
  await focused(content());
  await type('And its text.');
  await saved();
  expect(workspace.pageNamed('A name with spaces').content).toBe('And its text.');
  await openApp(location.pathname);
  await reads('And its text.');
});

test('an impatient double click creates one page', async () => {
  const workspace = signedIn();
  const answered = Promise.withResolvers<void>();
  server().say(
    on('POST /rest/v1/pages', async () => {
      await answered.promise;
      return undefined;
    }),
  );
  await openApp('/dashboard');
  await button('New page with details').click();
  await page.getByLabelText('Page Name').fill('Once');
  await button('Create Page').dblClick();
  answered.resolve();
  await expect.element(title()).toHaveValue('Once');
  await count(page.getByRole('treeitem'), 1);
  expect(workspace.pages).toHaveLength(1);
});

test('a new page asks nothing: its name is typed in its title, and Enter goes on in the first line', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan', order_index: 4 }] });
  await openApp('/dashboard');
  await button('Add new page').dblClick();
  await focused(title());
  await expect.element(title()).toHaveValue('Untitled');
  // The server may answer the first click before the second comes.
  const again = { detail: 2, bubbles: true, cancelable: true };
  const takesFocus = button('Add new page').element().dispatchEvent(new MouseEvent('mousedown', again));
  expect(takesFocus).toBe(false);
  button('Add new page').element().dispatchEvent(new MouseEvent('click', again));
  expect(workspace.pages.slice(1)).toMatchObject([{ name: 'Untitled', parent_id: null, order_index: 5 }]);
  await type('Letters to Europe');
  await expect.element(title()).toHaveValue('Letters to Europe');
  await press('Enter');
  await focused(content());
  await type('First line');
  await title().click();
  await press('Enter');
  await type('The very ');
  await reads('The very First line');
  await saved();
  await see(row('Letters to Europe'));
  expect(workspace.pageNamed('Letters to Europe').content).toBe('The very First line');
  expect(workspace.pages).toHaveLength(2);
});

test('on a phone, a new page opens from the drawer', async () => {
  await page.viewport(360, 740);
  signedIn();
  await openApp('/dashboard');
  await button('Open menu').click();
  await button('Add new page').click();
  await focused(title());
  await gone(page.getByRole('dialog'));
});
