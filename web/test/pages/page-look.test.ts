/** How a page looks, for everybody: its icon, cover, width, size of text, and its lock. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, saved, title, write } from '../support/person/editor.ts';
import { all, button, focused, gone, pointAt, press, see, toast, type } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { broken, json, on } from '../support/server/answers.ts';
import { beginLive, isLive, tell } from '../support/server/live.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const switchItem = (name: string) => page.getByRole('menuitemcheckbox', { name });
const search = () => page.getByLabelText('Search icons');
const undo = () => page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
const icons = () => all('.page-icon').map((icon) => icon.dataset.pageIcon ?? icon.textContent);
const lookOf = ({ icon, cover, is_full_width, has_small_text, is_locked }: Workspace['pages'][number]) => ({
  icon,
  cover,
  is_full_width,
  has_small_text,
  is_locked,
});

async function openStyle(): Promise<void> {
  await button('Page actions').click();
  await item('Page style').click();
}

test('an icon is found by its name with the keyboard, shown wherever the page is named, and taken away', async () => {
  const { workspace } = await openPage();
  await openStyle();
  await item('Add icon…').click();
  await focused(search());
  await type('rocke');
  await expect.element(page.getByRole('gridcell', { name: 'rocket' }).first()).toBeVisible();
  await expectAccessibleInBothThemes();
  // The first is our own.
  await press('ArrowRight', 'Enter');
  await gone(search());
  await expect.poll(() => workspace.pageNamed('Draft').icon).toBe('🚀');
  // In the tree, in the breadcrumbs with their ruler, and above the title.
  await expect.poll(icons).toEqual(['🚀', '🚀', '🚀', '🚀']);
  await expect.poll(() => document.title).toBe('🚀 Draft · Trellis');

  await button('Change icon').click();
  await see(page.getByRole('grid').getByText('Recent'));
  await button('Remove').click();
  await expect.poll(() => workspace.pageNamed('Draft').icon).toBe(null);
  await expect.poll(icons).toEqual([]);
  await see(toast('Icon removed'));
  await undo().click();
  await expect.poll(icons).toHaveLength(4);
  await expect.poll(() => workspace.pageNamed('Draft').icon).toBe('🚀');
});

test('one of our own icons has a color, which stays for the next', async () => {
  const { workspace } = await openPage();
  await openStyle();
  await item('Add icon…').click();
  await page.getByRole('radio', { name: 'Red' }).click({ force: true });
  await page.getByRole('gridcell', { name: 'target' }).first().click();
  await expect.poll(() => workspace.pageNamed('Draft').icon).toBe('target/red');
  await expect.poll(icons).toEqual(['target', 'target', 'target', 'target']);
  const [mark] = all('.page-head-icon .page-icon');
  expect(mark && getComputedStyle(mark).maskImage).toMatch(/^url\("data:image\/svg/);
  await expect
    .poll(() => document.querySelector<HTMLLinkElement>('link[rel=icon][href^="data:"]')?.href)
    .toContain('svg');
  await expect.poll(() => document.title).toBe('Draft · Trellis');
  await button('Change icon').click();
  await page.getByRole('radio', { name: 'Green' }).click({ force: true });
  await expect.poll(() => workspace.pageNamed('Draft').icon).toBe('target/green');
});

test('an icon that the server refuses is taken back', async () => {
  await openPage();
  server().say(on('PATCH /rest/v1/pages', broken));
  await openStyle();
  await item('Add icon…').click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await see(toast('Failed to save page'));
  await expect.poll(icons).toEqual([]);
});

test('whatever stands for an icon is text', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan', icon: '<img src=x onerror="document.title=1">' }] });
  workspace.addPage({ name: 'Other', icon: 'x/y"><b>' });
  await openApp(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await see(row('Plan'));
  await expect.poll(() => icons().includes('<img src=x onerror="document.title=1">')).toBe(true);
  expect(all('.page-icon > *')).toEqual([]);
});

test('a cover is added, changed and removed', async () => {
  const { workspace } = await openPage();
  await pointAt(title(), button('Add cover'));
  await button('Add cover').click();
  await button('Dawn').click();
  await expect.poll(() => workspace.pageNamed('Draft').cover).toBe('dawn');
  await expect.poll(() => all('.page-cover').length).toBe(1);
  expect(getComputedStyle(all('.page-cover')[0] as Element).backgroundImage).toMatch(/^linear-gradient/);
  await expectAccessibleInBothThemes();
  await button('Night').click();
  await expect.poll(() => workspace.pageNamed('Draft').cover).toBe('night');
  await press('Escape');
  await button('Remove').click();
  await expect.poll(() => all('.page-cover')).toEqual([]);
  await see(toast('Cover removed'));
  await undo().click();
  await expect.poll(() => workspace.pageNamed('Draft').cover).toBe('night');
});

test('full width and small text are for everybody, while one writes and while one reads', async () => {
  const { workspace, reopen } = await openPage('# Heading\n\nWords.');
  const widthOf = (selector: string) => all(selector)[0]?.getBoundingClientRect().width ?? 0;
  const sizeOf = (selector: string) => getComputedStyle(all(selector)[0] as Element).fontSize;
  const narrow = widthOf('.page-editor');
  await openStyle();
  await switchItem('Full width').click();
  await expect.poll(() => widthOf('.page-editor')).toBeGreaterThan(narrow);
  await switchItem('Small text').click();
  await expect.element(switchItem('Small text')).toHaveAttribute('aria-checked', 'true');
  await expectAccessibleInBothThemes();
  await expect
    .poll(() => lookOf(workspace.pageNamed('Draft')))
    .toMatchObject({
      is_full_width: true,
      has_small_text: true,
    });
  await press('Escape', 'Escape');
  expect(sizeOf('.cm-editor')).toBe('14px');
  await saved();
  await reopen();
  await button('Read').click();
  await see(page.getByRole('heading', { name: 'Heading' }));
  expect(sizeOf('.reading-view')).toBe('14px');
  expect(sizeOf('.reading-view h1')).toBe('22.75px');
  expect(widthOf('.page-editor')).toBeGreaterThan(narrow);
});

test('a locked page is read until somebody unlocks it', async () => {
  const { workspace } = await openPage('- [ ] Task');
  await saved();
  await openStyle();
  await switchItem('Lock page').click();
  await expect.poll(() => workspace.pageNamed('Draft').is_locked).toBe(true);
  await press('Escape', 'Escape');
  await see(page.getByText('Locked', { exact: true }));
  await see(toast('Page locked'));
  await expect.element(content()).not.toBeVisible();
  await expect.element(title()).toHaveAttribute('readonly');
  await gone(page.getByRole('toolbar', { name: 'Formatting' }));
  await gone(button('Write'));
  await expect.element(page.getByRole('checkbox', { name: 'To do' })).toBeDisabled();
  await expectAccessibleInBothThemes();

  await button('Page actions').click();
  await gone(item('Import under this page…'));
  await gone(item('Find and replace'));
  await item('Page style').click();
  await expect.element(item('Add icon…')).toHaveAttribute('aria-disabled', 'true');
  await press('Escape', 'Escape');
  await row('Draft').click();
  await press('F2');
  await see(toast('This page is locked'));
  await gone(page.getByRole('treeitem').getByRole('textbox'));

  await button('Unlock').click();
  await see(content());
  await expect.poll(() => workspace.pageNamed('Draft').is_locked).toBe(false);
  await write(' goes on');
  await saved();
  expect(workspace.pageNamed('Draft').content).toBe('- [ ] Task goes on');
});

test('a colleague’s lock and icon arrive while one writes, and no typed word is lost', async () => {
  beginLive();
  const { workspace, id } = await openPage();
  const topic = `workspace:${workspace.id}`;
  await expect.poll(() => isLive(topic)).toBe(true);
  const { parent_id, name, order_index, created_at, visibility, notion_page_id } =
    workspace.pageNamed('Draft');
  const known = { id, parent_id, name, order_index, created_at, visibility, notion_page_id };
  const telling = (look: object | null) =>
    tell(topic, 'pages', { pages: [{ ...known, look, microsecond: Date.now() * 1000 }], gone: [] });
  await write('Typed before the lock');
  telling({ icon: '🔒', is_locked: true });
  await see(page.getByText('Locked', { exact: true }));
  await expect.poll(icons).toHaveLength(4);
  await expect.element(content()).not.toBeVisible();
  await see(page.getByTestId('reading-view').getByText('Typed before the lock'));
  await expect.poll(() => workspace.pageNamed('Draft').content).toBe('Typed before the lock');
  telling(null);
  await see(content());
  await expect.poll(icons).toEqual([]);
  await write(', and after it');
  await saved();
  expect(workspace.pageNamed('Draft').content).toBe('Typed before the lock, and after it');
});

test('links to a page show its icon, while they are written, read and looked for', async () => {
  const workspace = signedIn({ pages: [{ name: 'Goals', icon: '🎯' }] });
  const { id } = workspace.pageNamed('Goals');
  const found = [{ id, name: 'Goals', kind: 'title', snippet: null }];
  server().say(on('POST /rest/v1/rpc/search_pages', () => json(found)));
  const roadmap = workspace.addPage({ name: 'Roadmap', icon: 'rocket/blue' });
  const notes = workspace.addPage({ name: 'Notes', content: `[Roadmap](/dashboard/pages/${roadmap})` });
  await openApp(`/dashboard/pages/${notes}`);
  const icon = (selector: string) => all(selector)[0]?.dataset.pageIcon;
  await expect.poll(() => icon('.cm-page-link')).toBe('rocket');
  await content().click();
  await press('ControlOrMeta+End');
  await type(' [[g');
  await expect.poll(() => all('.cm-slash-icon').map((each) => each.textContent)).toEqual(['🎯', '']);
  await press('Escape');
  await button('Read').click();
  await expect.poll(() => icon('.reading-view a')).toBe('rocket');
  await press('ControlOrMeta+k');
  await type('Goals');
  await see(page.getByRole('option', { name: 'Goals' }));
  await expect.poll(() => all('[role=option] .page-icon').map((each) => each.textContent)).toContain('🎯');
});
