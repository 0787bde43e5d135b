/** The history of a page without versions, with unreadable ones, and of a missing page; and a restore that is undone. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessible } from '../support/person/accessible.ts';
import { reads, saved } from '../support/person/editor.ts';
import { button, count, gone, says, see, texts, toast } from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const VERSIONS = 'GET /rest/v1/page_versions';
const main = () => page.getByRole('main');

type Profile = Workspace['profile'];

/** @param profiles undefined for somebody who has left; the last one saved it */
const writtenBy = (...profiles: readonly (Profile | undefined)[]) => ({
  created_by: profiles.at(-1)?.id ?? crypto.randomUUID(),
  authors: profiles.map((profile) => ({ user_profiles: profile ?? null })),
});

test('a page without versions says so, on a phone too, and a failure can be tried again', async () => {
  await page.viewport(360, 740);
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Empty', content: 'Something' });
  server().say(on(VERSIONS, () => json([])));
  const mend = server().say(
    on(VERSIONS, () => json({ code: 'XX000', message: 'The database is away' }, 500)),
  );
  await openApp(`/dashboard/pages/${id}`);
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  await see(page.getByRole('heading', { name: 'Version history', level: 1 }));
  await says(main().getByRole('alert'), 'could not be shown');
  mend();
  await main().getByRole('button', { name: 'Try again' }).click();
  await says(main(), 'No versions yet.');
  expect(takeLogged().join()).toContain('An unexpected error occurred');

  const version = {
    id: crypto.randomUUID(),
    updated_at: workspace.pageNamed('Empty').updated_at,
    from_notion: false,
  };
  server().say(
    on(VERSIONS, ({ query }) =>
      query.get('select')?.startsWith('id')
        ? json([{ ...version, ...writtenBy(workspace.profile) }])
        : json([{ ...version, name: 'Empty', description: '', content: 'Something' }]),
    ),
  );
  await openApp(`/dashboard/pages/${id}/history`);
  const versions = page.getByRole('navigation', { name: 'Versions' }).getByRole('link');
  await versions.first().click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await says(changes, 'Something');
  await texts(changes.getByRole('insertion'), ['Empty', 'Something']);
  await page.getByRole('link', { name: 'All versions' }).click();
  await count(versions, 1);
});

test('versions name all who wrote in them, in the list and above the changes', async () => {
  await page.viewport(1280, 720);
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Minutes', content: 'Together' });
  const named = (full_name: string): Profile => ({
    ...workspace.profile,
    id: crypto.randomUUID(),
    full_name,
  });
  const [ben, cleo, dora] = [named('Ben'), named('Cleo'), named('Dora')];
  const sittings = [
    { ...writtenBy(dora, cleo, ben, workspace.profile, undefined) },
    { ...writtenBy(ben, workspace.profile) },
    { created_by: null, authors: [] },
    { created_by: null, authors: [], from_notion: true },
  ];
  const rows = sittings.map((sitting, at) => ({
    id: crypto.randomUUID(),
    updated_at: `2026-01-0${4 - at}T00:00:00+00:00`,
    from_notion: false,
    name: 'Minutes',
    description: '',
    content: `Text ${at}`,
    ...sitting,
  }));
  server().say(
    on(VERSIONS, ({ query }) => {
      const until = query.get('updated_at')?.replace('lte.', '');
      return json(rows.filter(({ updated_at }) => until === undefined || updated_at <= until));
    }),
  );
  await openApp(`/dashboard/pages/${id}/history`);
  const versions = page.getByRole('navigation', { name: 'Versions' }).getByRole('link');
  await says(versions.nth(0), 'Ada Lovelace, Ben and 3 others');
  await says(versions.nth(1), 'Ada Lovelace and Ben');
  await says(versions.nth(2), 'Someone else');
  await says(versions.nth(3), 'Notion');
  // A screen reader hears everybody, and a pointer that rests there shows them.
  const all = 'Ada Lovelace, Ben, Cleo, Dora and someone else';
  await see(page.getByRole('link', { name: all }));
  await see(versions.nth(0).getByTitle(all));
  await see(page.getByRole('region', { name: 'Changes' }).getByTitle(all));
});

test('a version is shown as it reads, with the words that changed marked, and its source on demand', async () => {
  await page.viewport(1280, 720);
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Plan', content: 'Now' });
  const far = Array.from({ length: 6 }, (_, number) => `Paragraph ${number}`).join('\n\n');
  const contents = [
    `# Plan\n\n- spades\n- rakes **and hoes**\n\n${far}\n\nLast words`,
    `# Plan\n\n- spades\n- rakes\n\n${far}\n\nGone\n\nLast words`,
  ];
  const rows = contents.map((content, at) => ({
    id: crypto.randomUUID(),
    updated_at: `2026-01-0${2 - at}T00:00:00+00:00`,
    from_notion: false,
    name: 'Plan',
    description: '',
    content,
    ...writtenBy(workspace.profile),
  }));
  server().say(
    on(VERSIONS, ({ query }) => {
      const until = query.get('updated_at')?.replace('lte.', '');
      return json(rows.filter(({ updated_at }) => until === undefined || updated_at <= until));
    }),
  );
  await openApp(`/dashboard/pages/${id}/history`);
  const changes = page.getByRole('region', { name: 'Changes' });
  await see(changes.getByRole('heading', { name: 'Plan' }));
  await texts(changes.getByRole('insertion'), ['and hoes']);
  await texts(changes.getByRole('deletion'), ['Gone']);
  await expectAccessible();
  await changes.getByRole('button', { name: 'Show 4 unchanged blocks' }).click();
  await see(changes.getByText('Paragraph 2'));
  await changes.getByRole('button', { name: 'Show source' }).click();
  await says(changes, 'rakes **and hoes**');
  await changes.getByRole('button', { name: 'Show formatted' }).click();
  await count(changes.getByText('**'), 0);
});

test('versions that take too much work to be compared as they are read are compared line by line', async () => {
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Plan', content: 'Now' });
  const words = (end: string) => Array.from({ length: 2500 }, (_, n) => `${end}${n} ${end}`).join('\n\n');
  const rows = [words('a'), words('b')].map((content, at) => ({
    id: crypto.randomUUID(),
    updated_at: `2026-01-0${2 - at}T00:00:00+00:00`,
    from_notion: false,
    name: 'Plan',
    description: '',
    content,
    ...writtenBy(workspace.profile),
  }));
  server().say(
    on(VERSIONS, ({ query }) => {
      const until = query.get('updated_at')?.replace('lte.', '');
      return json(rows.filter(({ updated_at }) => until === undefined || updated_at <= until));
    }),
  );
  await openApp(`/dashboard/pages/${id}/history`);
  const changes = page.getByRole('region', { name: 'Changes' });
  await says(changes.getByRole('note'), 'have too many marks to be compared as they are read');
  await says(changes, 'b0 b');
  await see(changes.getByRole('button', { name: 'Show more lines' }));
  await expectAccessible();
});

test('any two versions are compared, the older one first', async () => {
  await page.viewport(1280, 720);
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Plan', content: 'Now' });
  const rows = ['one two three', 'one two', 'one'].map((content, at) => ({
    id: crypto.randomUUID(),
    updated_at: `2026-01-0${3 - at}T00:00:00+00:00`,
    from_notion: false,
    name: 'Plan',
    description: '',
    content,
    ...writtenBy(workspace.profile),
  }));
  server().say(
    on(VERSIONS, ({ query }) => {
      const until = query.get('updated_at')?.replace('lte.', '');
      return json(rows.filter(({ updated_at }) => until === undefined || updated_at <= until));
    }),
  );
  await openApp(`/dashboard/pages/${id}/history`);
  const changes = page.getByRole('region', { name: 'Changes' });
  await texts(changes.getByRole('insertion'), ['three']);
  await changes.getByRole('combobox', { name: 'Changes since' }).click();
  await page.getByRole('option', { name: 'January 1, 2026' }).click();
  await texts(changes.getByRole('insertion'), ['two three']);
  expect(location.search).toContain(`with=${rows[2]?.id}`);
  await openApp(`/dashboard/pages/${id}/history?version=${rows[1]?.id}&with=${rows[0]?.id}`);
  await see(changes.getByRole('combobox', { name: 'Changes until' }));
  await texts(changes.getByRole('insertion'), ['three']);
  await expectAccessible();
});

test('a page hidden from this person has no history', async () => {
  signedIn();
  await openApp('/dashboard/pages/00000000-0000-4000-8000-000000000000/history');
  await see(page.getByRole('heading', { name: 'Page not found' }));
  const notAnId = { code: '22P02', message: 'invalid input syntax for type uuid: "not-an-id"' };
  server().say(
    on('GET /rest/v1/pages', ({ query }) =>
      query.get('id') === 'eq.not-an-id' ? json(notAnId, 400) : undefined,
    ),
  );
  await openApp('/dashboard/pages/not-an-id/history');
  await see(page.getByRole('heading', { name: 'Page not found' }));
});

test('a version is restored unless the page is locked, and taken back by Undo', async () => {
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Letter', content: 'Second.', icon: '🖋️' });
  const rows = ['Second.', 'First.'].map((content, at) => ({
    id: crypto.randomUUID(),
    updated_at: `2026-01-0${2 - at}T00:00:00+00:00`,
    from_notion: false,
    ...writtenBy(workspace.profile),
    name: 'Letter',
    description: '',
    content,
  }));
  server().say(
    on(VERSIONS, ({ query }) => {
      const until = query.get('updated_at')?.replace('lte.', '');
      return json(rows.filter(({ updated_at }) => until === undefined || updated_at <= until));
    }),
  );
  const lock = (is_locked: boolean) => {
    workspace.pages = workspace.pages.map((each) => ({ ...each, is_locked }));
  };
  const openOldest = async () => {
    await openApp(`/dashboard/pages/${id}/history`);
    await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last().click();
  };
  lock(true);
  await openOldest();
  await says(page.getByRole('link', { name: 'Back to Letter' }), 'Back to 🖋️Letter');
  await see(page.getByText('Unlock the page to restore a version.'));
  await gone(button('Restore this version'));
  lock(false);
  await openOldest();
  await see(button('Restore this version'));
  // By somebody else, meanwhile.
  lock(true);
  await button('Restore this version').click();
  await says(page.getByRole('region', { name: 'Notifications' }), 'This page is locked');
  expect(workspace.pageNamed('Letter').content).toBe('Second.');
  lock(false);
  await button('Restore this version').click();
  // It stays while the pointer rests on it.
  await toast('Version restored').hover();
  await reads('First.');
  expect(workspace.pageNamed('Letter').content).toBe('First.');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await reads('Second.');
  await saved();
  await expect.poll(() => workspace.pageNamed('Letter').content).toBe('Second.');
});
