/** The errors when a page cannot be made, renamed, deleted or read, or its link not be copied. */
import { expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openAnew, openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, count, press, says, see, seeToast, toast, type } from '../support/person/person.ts';
import { choose, row } from '../support/person/tree.ts';
import { broken, json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

test('a page that cannot be made, renamed or deleted says so', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  await openApp('/dashboard');
  const mend = server().say(on('POST /rest/v1/pages', broken), on('PATCH /rest/v1/pages', broken));
  await button('Add new page').click();
  await see(toast('Failed to create page. Please try again.'));
  await at('/dashboard');
  await button('New page with details').click();
  const dialog = page.getByRole('dialog', { name: 'Create New Page' });
  await dialog.getByLabelText('Page Name').fill('Another');
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await says(dialog.getByRole('alert'), 'Failed to create page. Please try again.');
  await expect.element(dialog.getByLabelText('Page Name')).toHaveValue('Another');
  await press('Escape');

  (await row('Plan').findElement()).focus();
  await press('F2');
  await type('Renamed');
  await press('Enter');
  await see(toast('Failed to save page'));
  await see(row('Plan'));
  mend();

  // Gone on the server since the tree was read.
  workspace.pages = [];
  await choose('Plan', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await seeToast('Failed to delete page', 'Page not found or you do not have access to it');
  await count(page.getByRole('treeitem'), 0);
});

test('a missing page, and one that cannot be read, say so', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  const notAnId = { code: '22P02', message: 'invalid input syntax for type uuid: "constructor"' };
  const refuse = server().say(
    on('POST /rest/v1/rpc/open_page_document', ({ body }) =>
      (body as { page_id: string }).page_id === 'constructor' ? json(notAnId, 400) : undefined,
    ),
  );
  // The address is a person's to write: a word that every object of JavaScript knows is no page either.
  await openApp('/dashboard/pages/constructor');
  await see(page.getByRole('heading', { name: 'Page not found' }));
  await see(row('Plan'));
  refuse();
  await openApp('/dashboard/pages/00000000-0000-4000-8000-000000000000');
  await see(page.getByText('This page does not exist or you do not have permission to view it.'));
  // A page opened by a link has nothing to go back to.
  await button('Go Back').click();
  await at('/dashboard');

  server().say(on('POST /rest/v1/rpc/open_page_document', broken));
  await openAnew(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await see(page.getByRole('heading', { name: 'Failed to load page' }));
  await see(page.getByText('An unexpected error occurred while loading the page'));
  await expectAccessibleInBothThemes();
});

test('a link is copied, or shown when the browser has no clipboard', async () => {
  await commands.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  const address = `${location.origin}/dashboard/pages/${workspace.pageNamed('Plan').id}`;
  await openApp('/dashboard');
  await choose('Plan', 'Copy link');
  await see(toast('Link copied'));
  expect(await navigator.clipboard.readText()).toBe(address);
  // As on an insecure page, in a browser that refuses `execCommand('copy')`.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await choose('Plan', 'Copy link');
  await see(toast('Link could not be copied'));
  await see(toast(`Copy it by hand: ${address}`));
});
