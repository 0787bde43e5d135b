/** Deleted pages on the screen: undo, restore, deletion for good, and the errors when that fails. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { reads, saved, saveStatus, write } from '../support/person/editor.ts';
import {
  at,
  button,
  count,
  focused,
  gone,
  overflow,
  press,
  says,
  see,
  toast,
} from '../support/person/person.ts';
import { changeTreeElsewhere, choose, expectTree, row } from '../support/person/tree.ts';
import { broken, json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const entries = () => page.getByRole('main').getByRole('listitem');

/** The functions of the trash, over the workspace's own pages, without any beneath others. */
function trashOf(workspace: Workspace, names: Readonly<Record<string, string>> = {}) {
  const restore = (id: unknown) => {
    workspace.pages = workspace.pages.map((each) =>
      each.id === id ? { ...each, is_archived: false } : each,
    );
    return json(id);
  };
  return [
    on('POST /rest/v1/rpc/list_trash', () =>
      json(
        workspace.pages
          .filter(({ is_archived }) => is_archived)
          .map(({ id, name, visibility, icon }) => ({
            id,
            name,
            icon,
            visibility,
            archived_at: new Date().toISOString(),
            archived_by: names[name] === undefined ? workspace.owner.id : crypto.randomUUID(),
            archived_by_name: names[name] ?? workspace.owner.fullName,
            pages_beneath: 0,
          })),
      ),
    ),
    on('POST /rest/v1/rpc/restore_page', ({ body }) => restore((body as { page_id: string }).page_id)),
  ];
}

test('a page is deleted with the pages under it, and Undo brings all of them and the open page back', async () => {
  const workspace = signedIn();
  const plan = workspace.addPage({ name: 'Plan' });
  const details = workspace.addPage({ name: 'Details', parent_id: plan, content: 'Kept.' });
  await openApp(`/dashboard/pages/${details}`);
  await reads('Kept.');
  // As in the database: a page's subpages go and come with it.
  const archive = (isArchived: boolean) => {
    workspace.pages = workspace.pages.map((each) => ({ ...each, is_archived: isArchived }));
    return json([{ id: plan }]);
  };
  server().say(
    on('PATCH /rest/v1/pages', () => archive(true)),
    on('POST /rest/v1/rpc/restore_page', () => archive(false)),
  );
  await choose('Plan', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete "Plan"?' });
  await says(question, 'The page and the page under it go to the trash for everyone in this workspace.');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await at('/dashboard');
  await see(page.getByText('No pages yet'));
  await see(toast('Page moved to trash'));
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await at(`/dashboard/pages/${details}`);
  await reads('Kept.');
  await expectTree(['Plan', '  Details']);
});

test('by keys alone, the row that takes the place of the deleted one is next', async () => {
  const workspace = signedIn({ pages: ['One', 'Two', 'Three'].map((name) => ({ name })) });
  await openApp(`/dashboard/pages/${workspace.pageNamed('Three').id}`);
  await row('Three').click();
  const deleteByKeys = async (name: string) => {
    await focused(row(name));
    await press('Delete');
    const confirm = page.getByRole('alertdialog', { name: `Delete "${name}"?` });
    await focused(confirm.getByRole('button', { name: 'Cancel' }));
    await press('Tab', 'Enter');
    await count(row(name), 0);
  };
  await press('ArrowUp');
  // Another page than the one that is open.
  await deleteByKeys('Two');
  await deleteByKeys('Three');
  await at('/dashboard');
  await deleteByKeys('One');
  await see(page.getByText('No pages yet'));
});

test('a refused deletion brings the entry back and says so', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan', is_archived: true }] });
  server().say(...trashOf(workspace));
  for (const name of ['restore_page', 'delete_page_for_good', 'empty_trash'])
    server().say(on(`POST /rest/v1/rpc/${name}`, broken));
  await openApp('/dashboard/trash');
  await button('Restore Plan').click();
  await see(toast('Failed to restore page'));
  await count(entries(), 1);
  const ask = page.getByRole('alertdialog');
  await button('Delete Plan for good').click();
  await ask.getByRole('button', { name: 'Delete for good' }).click();
  await see(toast('Failed to delete page'));
  await count(entries(), 1);
  await button('Empty trash').click();
  await ask.getByRole('button', { name: 'Empty trash' }).click();
  await see(toast('Failed to empty trash'));
  await count(entries(), 1);
});

test('the trash says who deleted each page, which ones are private, and shows their icons', async () => {
  const workspace = signedIn({
    pages: [
      { name: 'Diary', visibility: 'private', is_archived: true },
      { name: 'Minutes', is_archived: true, icon: '⏱️' },
    ],
  });
  server().say(...trashOf(workspace, { Minutes: 'Olga Owner' }));
  await openApp('/dashboard/trash');
  await count(entries(), 2);
  await says(entries().first(), /^Diary.*Deleted by you/);
  await see(entries().first().getByRole('img', { name: 'Private' }));
  await says(entries().last(), /^⏱️\s*Minutes.*Deleted by Olga Owner/);
});

test('an open page says when it goes to the trash elsewhere, and comes back from there', async () => {
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Details', content: 'Still' });
  server().say(...trashOf(workspace));
  const notice = page.getByText('This page is in the trash.');
  const deleteElsewhere = () => {
    Object.assign(workspace.pageNamed('Details'), { is_archived: true });
    changeTreeElsewhere();
  };
  await openApp(`/dashboard/pages/${id}`);
  await reads('Still');
  deleteElsewhere();
  await see(notice);
  await expectTree([]);
  await write(' written.');
  await expect.poll(saveStatus).toContain('This page was deleted');
  await button('Restore').click();
  await saved();
  await gone(notice);
  await see(row('Details'));
  await expect.poll(() => workspace.pageNamed('Details').content).toBe('Still written.');

  deleteElsewhere();
  await see(notice);
  await openApp(`/dashboard/pages/${id}`);
  await see(page.getByRole('heading', { name: 'Page not found' }));
  await button('Restore').click();
  await reads('Still written.');
});

test('the trash in a narrow window', async () => {
  await page.viewport(360, 640);
  const name = 'A name that is far too long for a phone, and goes on and on';
  const workspace = signedIn({ pages: [{ name, is_archived: true }] });
  server().say(...trashOf(workspace));
  await openApp('/dashboard/trash');
  await count(entries(), 1);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await expectAccessibleInBothThemes();
  await button(`Restore ${name}`).click();
  await see(page.getByText('The trash is empty.'));
  expect(workspace.pageNamed(name).is_archived).toBe(false);
});

test('the trash says how much room it frees', async () => {
  const workspace = signedIn();
  const plan = workspace.addPage({ name: 'Plan', is_archived: true });
  workspace.addPage({ name: 'Words', is_archived: true });
  server().say(
    ...trashOf(workspace),
    on('POST /rest/v1/rpc/list_trash_bytes', () =>
      json([
        { page_id: plan, bytes: 2_500_000 },
        { page_id: null, bytes: 3_100_000 },
      ]),
    ),
  );
  await openApp('/dashboard/trash');
  await see(page.getByText('Emptying the trash frees 3.1 MB of files.'));
  await see(entries().filter({ hasText: 'Plan' }).getByText('frees 2.5 MB'));
  await count(entries().getByText('frees'), 1);
});
