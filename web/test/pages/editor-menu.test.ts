/** The open page's own menu. */
import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { keyText } from '../../src/lib/browser/key-names.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { openPage } from '../support/person/editor.ts';
import { button, count, gone, press, see, texts, toast } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { signedIn } from '../support/server/workspace.ts';

test('a page’s text is copied as Markdown where it is exported', async () => {
  await commands.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage('# A heading');
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await button('Copy as Markdown').click();
  await see(toast('Copied as Markdown'));
  expect(await navigator.clipboard.readText()).toBe('# A heading');
  await gone(page.getByRole('dialog'));
});

test('the menu has ten entries at most, in groups, and Delete is the last', async () => {
  const workspace = signedIn({ pages: [{ name: 'Shelf' }] });
  workspace.addPage({ name: 'Book', parent_id: workspace.pageNamed('Shelf').id });
  await openApp(`/dashboard/pages/${workspace.pageNamed('Shelf').id}`);
  await see(row('Shelf'));
  await button('Page actions').click();
  await texts(page.getByRole('menuitem'), [
    'Duplicate',
    'Move to...',
    'Copy link',
    'Page style',
    `Find and replace${keyText('Mod-H')}`,
    'Version history',
    'Import and export',
    'Save as template…',
    'Settings',
    'Delete',
  ]);
  await count(page.getByRole('menu').getByRole('separator'), 3);
  await expectAccessibleInBothThemes();
});

test('the open page’s menu does all that the row’s menu does', async () => {
  const workspace = signedIn({ pages: [{ name: 'Shelf' }, { name: 'Book' }] });
  await openApp(`/dashboard/pages/${workspace.pageNamed('Book').id}`);
  const choose = async (name: string) => {
    await button('Page actions').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Settings');
  await see(page.getByRole('dialog', { name: 'Page Settings' }));
  await press('Escape');
  await choose('Move to...');
  await see(page.getByRole('dialog', { name: 'Move "Book"' }));
  await press('Escape');
  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await gone(row('Book'));
  await expect.poll(() => workspace.pageNamed('Book').is_archived).toBe(true);
});
