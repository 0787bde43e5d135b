/** Ways to a page: the filter, favourites, recent pages, typing its name; and copies of pages. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, saved, title, write } from '../support/person/editor.ts';
import {
  button,
  count,
  focused,
  gone,
  press,
  says,
  see,
  text,
  texts,
  toast,
  type,
} from '../support/person/person.ts';
import { choose, expectTree, row } from '../support/person/tree.ts';
import { broken, json, noContent, on } from '../support/server/answers.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

test('the filter shows the matching pages under their parents, and Escape all of them again', async () => {
  const workspace = signedIn();
  const team = workspace.addPage({ name: 'Team' });
  workspace.addPage({ name: 'Café', parent_id: team });
  workspace.addPage({ name: 'Plan' });
  await openApp('/dashboard');
  await expectTree(['Team', 'Plan']);
  const filter = page.getByLabelText('Filter pages');
  await filter.fill('cafe');
  await expectTree(['Team', '  Café']);
  await filter.fill('nowhere');
  await see(page.getByText('No page has this in its name.'));
  await expectAccessibleInBothThemes();
  await filter.fill('caf');
  await expectTree(['Team', '  Café']);
  await press('ArrowDown');
  await focused(row('Team'));
  await press('ArrowDown', 'Enter');
  await expect.element(title()).toHaveValue('Café');
  (await filter.findElement()).focus();
  await press('Escape');
  await expectTree(['Team', '  Café', 'Plan']);
});

test('the server keeps favourites, the device recently opened pages, and search lists both', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan' }, { name: 'Notes' }] });
  const pages = page.getByRole('region', { name: 'Pages', exact: true });
  for (const name of ['Plan', 'Notes']) {
    await openApp(`/dashboard/pages/${workspace.pageNamed(name).id}`);
    await expect.element(title()).toHaveValue(name);
  }
  await button('Add to favorites').click();
  await see(button('Remove from favorites'));
  await texts(pages.getByRole('list').getByRole('link'), ['Notes']);
  await expect.poll(() => workspace.favorites).toHaveLength(1);
  await pages.getByRole('button', { name: 'Recent' }).click();
  await texts(pages.getByRole('list').last().getByRole('link'), ['Notes', 'Plan']);
  await expectAccessibleInBothThemes();

  await press('ControlOrMeta+k');
  await says(page.getByRole('option').first(), /^Notes/);
  await says(page.getByRole('option').nth(1), /^Plan/);
  await press('Escape');
  await pages.getByRole('list').first().getByRole('link').hover();
  await pages.getByRole('button', { name: 'Remove Notes from favorites' }).click();
  await gone(pages.getByRole('button', { name: 'Favorites' }));
  await openApp('/dashboard');
  await see(row('Notes'));
  await gone(pages.getByRole('button', { name: 'Favorites' }));

  // Signing out deletes the device's list.
  const kept = () =>
    Object.keys(localStorage).filter((key) => /^trellis-(opened|recent)-[0-9a-f]{8}-/.test(key));
  expect(kept()).not.toEqual([]);
  server().say(on('POST /auth/v1/logout', noContent));
  await button(`Account: ${workspace.owner.fullName}`).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect.poll(kept).toEqual([]);
});

test('the keys lead from a row to its buttons, and from a dialog back to the row', async () => {
  signedIn({ pages: [{ name: 'Plan' }] });
  await openApp('/dashboard');
  for (const opens of [
    { tabs: 1, role: 'menu' },
    { tabs: 2, role: 'dialog' },
  ] as const) {
    (await row('Plan').findElement()).focus();
    for (let tab = 0; tab < opens.tabs; tab++) await press('Tab');
    await press('Enter');
    await see(page.getByRole(opens.role));
    await press('Escape');
    await gone(page.getByRole(opens.role));
    await focused(row('Plan'));
  }
});

test('a copy is in the tree at once, with the words on the screen, and goes when the server fails', async () => {
  const { workspace, id } = await openPage();
  await write('What is written is copied.');
  const copied: unknown[] = [];
  server().say(
    on('POST /rest/v1/rpc/duplicate_page', ({ body }) => {
      const { copy_id, with_children } = body as { copy_id: string; with_children: boolean };
      copied.push({ content: workspace.pageNamed('Draft').content, with_children });
      workspace.addPage({ id: copy_id, name: 'Draft copy' });
      return json(copy_id);
    }),
  );
  await choose('Draft', 'Duplicate');
  await expectTree(['Draft', 'Draft copy']);
  await expect.poll(() => copied).toEqual([{ content: 'What is written is copied.', with_children: false }]);
  workspace.addPage({ name: 'Details', parent_id: id, order_index: 1 });
  await openApp(`/dashboard/pages/${id}`);
  await saved();
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('menuitem', { name: 'With subpages' }).click();
  await expect.poll(() => copied.length).toBe(2);
  expect(copied[1]).toMatchObject({ with_children: true });

  server().say(on('POST /rest/v1/rpc/duplicate_page', broken));
  await choose(/^Draft$/, 'Duplicate');
  await see(toast('Failed to create page. Please try again.'));
  await count(row('Draft copy'), 2);
  await text(content(), 'What is written is copied.');
});

test('typing on the tree goes to the page of that name, also one with blanks', async () => {
  signedIn({ pages: ['New', 'New York', 'New Zealand'].map((name) => ({ name })) });
  await openApp('/dashboard');
  (await row(/^New$/).findElement()).focus();
  await type('new z');
  await focused(row('New Zealand'));
});

test('a Notion page is its ID or its link, and nothing else', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  server().say(...noNotion);
  await openApp('/dashboard');
  const open = () => choose('Plan', 'Settings');
  const field = page.getByLabelText('Notion Page ID');
  await open();
  await field.fill('Roadmap');
  await button('Save Settings').click();
  await see(page.getByText('Enter a Notion page’s ID, or its link.'));
  await focused(field);
  await field.fill('https://www.notion.so/acme/Roadmap-1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d?pvs=4');
  await button('Save Settings').click();
  await gone(page.getByRole('dialog', { name: 'Page Settings' }));
  await expect
    .poll(() => workspace.pageNamed('Plan').notion_page_id)
    .toBe('1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d');
  await openApp('/dashboard');
  await open();
  await expect.element(field).toHaveValue('1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d');
  await see(page.getByText('Notion is not connected to this workspace.'));
});
