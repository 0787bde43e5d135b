/** The parts around the text of a page, on a phone and with a finger: dialogs, menus and bars fit, and do what they say. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, isSaved, openPage, saveStatus, source } from '../support/person/editor.ts';
import { takeFinger, takeMouse, tap } from '../support/person/finger.ts';
import { all, button, gone, isInView, overflow, says, see, texts, type } from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { PageFiles } from '../support/server/page-files.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

beforeEach(takeFinger);
afterEach(takeMouse);

const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

async function choose(...names: readonly string[]): Promise<void> {
  await tap(button('Page actions'));
  for (const name of names) await tap(item(name));
}

/** Nothing is beside the screen, this is on it, and everybody can use it. */
async function fits(part: Locator): Promise<void> {
  await see(part);
  await expect.poll(() => isInView(part.element())).toBe(true);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await expectAccessibleInBothThemes();
}

test('what a page shares is seen and changed', async () => {
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Plan', visibility: 'public' });
  workspace.addPage({ name: 'Inside', parent_id: id });
  await openApp(`/dashboard/pages/${id}`);
  await tap(button('Share'));
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await see(dialog.getByLabelText('Public link'));
  await tap(dialog.getByRole('switch', { name: 'Include subpages' }));
  await expect.element(dialog.getByRole('switch', { name: 'Include subpages' })).toBeChecked();
  await fits(dialog);
  await tap(dialog.getByRole('radio', { name: 'Private' }));
  await expect.poll(() => workspace.pageNamed('Plan').visibility).toBe('private');
  await tap(dialog.getByRole('button', { name: 'Done' }));
  await gone(dialog);
});

test('a template is looked at and used', async () => {
  await openPage();
  await tap(button('All templates…'));
  const gallery = page.getByRole('dialog', { name: 'Templates' });
  await fits(gallery);
  await tap(gallery.getByRole('option', { name: 'Onboarding plan' }));
  await see(button('Use template'));
  await fits(gallery);
  await tap(button('Use template'));
  await gone(gallery);
  await says(content(), /Before the first day/);
});

test('two versions of a page are compared', async () => {
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Plan', content: 'Now' });
  const rows = ['one two three', 'one two', 'one'].map((text, at) => ({
    id: crypto.randomUUID(),
    updated_at: `2026-01-0${3 - at}T00:00:00+00:00`,
    from_notion: false,
    name: 'Plan',
    description: '',
    content: text,
    created_by: workspace.profile.id,
    authors: [{ user_profiles: workspace.profile }],
  }));
  server().say(
    on('GET /rest/v1/page_versions', ({ query }) => {
      const until = query.get('updated_at')?.replace('lte.', '');
      return json(rows.filter(({ updated_at }) => until === undefined || updated_at <= until));
    }),
  );
  await openApp(`/dashboard/pages/${id}`);
  await choose('Version history');
  const versions = page.getByRole('navigation', { name: 'Versions' }).getByRole('link');
  await fits(versions.first());
  await tap(versions.first());
  const changes = page.getByRole('region', { name: 'Changes' });
  await texts(changes.getByRole('insertion'), ['three']);
  await tap(changes.getByRole('combobox', { name: 'Changes since' }));
  await fits(page.getByRole('listbox'));
  await tap(page.getByRole('option', { name: 'January 1, 2026' }));
  await texts(changes.getByRole('insertion'), ['two three']);
  await fits(changes.getByRole('insertion'));
});

test('a page gets an icon and a cover', async () => {
  const { workspace } = await openPage();
  await choose('Page style', 'Add icon…');
  const icons = page.getByRole('dialog', { name: 'Page icon' });
  await fits(icons);
  // The keyboard of a phone would cover half of them.
  expect(document.activeElement?.matches('input')).toBe(false);
  await tap(icons.getByTitle('Red'));
  await tap(icons.getByRole('gridcell', { name: 'target' }).first());
  await gone(icons);
  await expect.poll(() => workspace.pageNamed('Draft').icon).toBe('target/red');
  await choose('Page style', 'Add cover…');
  const covers = page.getByRole('dialog', { name: 'Page cover' });
  await fits(covers);
  await tap(covers.getByRole('button', { name: 'Night' }));
  await expect.poll(() => workspace.pageNamed('Draft').cover).toBe('night');
  await isSaved();
  await tap(page.getByText(saveStatus()));
  await gone(covers);
});

test('pictures of a row stand below each other, each as wide as the text', async () => {
  const files = new PageFiles();
  const ids = ['1', '2'].map((each) => `00000000-0000-4000-8000-00000000000${each}`);
  for (const id of ids) files.add({ id, name: 'a.png' });
  await openPage(`${ids.map((id) => `![The yard](/files/${id}/a.png "Yard")`).join(' ')}\n\nAnd words.`);
  await expect.poll(() => all('.picture-row figure').length).toBe(2);
  await expect.poll(() => all('.content-editor .file-picture[data-state="shown"]').length).toBe(2);
  const [one, other] = all('.picture-row figure').map((figure) => figure.getBoundingClientRect());
  expect(other?.left).toBe(one?.left);
  expect(other?.top).toBeGreaterThanOrEqual(one?.bottom ?? 0);
  await tap(button('Open large').first());
  const large = page.getByRole('dialog', { name: 'Picture: The yard' });
  await fits(large);
  await tap(large.getByRole('button', { name: 'Next picture' }));
  await tap(large.getByRole('button', { name: 'Close' }));
  await gone(large);
});

test('a link is changed', async () => {
  await openPage('See [this](https://example.com/a/rather/long/address/of/a/page) now');
  await tap(content().getByText('this', { exact: true }));
  const look = page.getByRole('dialog', { name: 'Link' });
  await fits(look);
  await tap(look.getByRole('button', { name: 'Change link' }));
  const field = page.getByRole('combobox', { name: 'Page or web address' });
  await fits(field);
  await field.fill('https://example.org');
  await tap(button('Save'));
  expect(await source()).toBe('See [this](https://example.org) now');
});

test('words are found and replaced', async () => {
  await openPage('A bicycle and a bicycle.');
  await choose('Find and replace');
  const bar = page.getByLabelText('Find on this page');
  await fits(bar);
  await tap(bar.getByLabelText('Find', { exact: true }));
  await type('bicycle');
  await tap(bar.getByRole('button', { name: 'Next match' }));
  await tap(bar.getByLabelText('Replace with'));
  await type('tandem');
  await fits(bar);
  await tap(bar.getByRole('button', { name: 'Replace all' }));
  await says(content(), 'A tandem and a tandem.');
  await tap(bar.getByRole('button', { name: 'Close' }));
  await gone(bar);
});

test('a page is printed', async () => {
  await openPage('Words for paper');
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await choose('Import and export', 'Export…');
  const dialog = page.getByRole('dialog');
  await tap(dialog.getByRole('radio', { name: 'This page as a PDF' }));
  await fits(dialog);
  await tap(dialog.getByRole('button', { name: 'Print' }));
  await expect.poll(() => print.mock.calls.length).toBe(1);
});

function isCovered(part: Locator, cover: Locator): boolean {
  const [below, above] = [part, cover].map((each) => each.element().getBoundingClientRect());
  return !!below && !!above && above.top < below.bottom && below.top < above.bottom;
}

test('the menus of a table are open to everybody', async () => {
  const chain = `New chain${', with all that it needs'.repeat(6)}`;
  await openPage(`| Repair | Hours |\n| --- | ---: |\n| ${chain} | 0.5 |\n| Wheel trued | 1 |`);
  // The count of words comes a moment later, and takes a line of its own on a phone.
  await see(page.getByText(/ words · /));
  await tap(content().getByText(chain));
  for (const part of ['row', 'column']) {
    await tap(button(`Actions of the ${part}`));
    const menu = page.getByRole('menu');
    await fits(menu);
    if (part === 'row') expect(isCovered(content().getByText(chain), menu)).toBe(false);
    await tap(item(`Delete ${part}`));
    await gone(page.getByRole('menu'));
  }
});
