/** The history of a page without versions, with unreadable ones, and of a missing page; and a restore that is undone. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { json, on } from '../support/answers.ts';
import { reads, saved } from '../support/editor.ts';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { button, count, says, see, texts, toast } from '../support/person.ts';
import { server } from '../support/server.ts';
import { signedIn } from '../support/workspace.ts';

const VERSIONS = 'GET /rest/v1/page_versions';
const main = () => page.getByRole('main');

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
        ? json([{ ...version, author: workspace.profile }])
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

test('a restored version is taken back by Undo', async () => {
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Letter', content: 'Second.' });
  const author = workspace.profile;
  const rows = ['Second.', 'First.'].map((content, at) => ({
    id: crypto.randomUUID(),
    updated_at: `2026-01-0${2 - at}T00:00:00+00:00`,
    from_notion: false,
    author,
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
  await openApp(`/dashboard/pages/${id}/history`);
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last().click();
  await button('Restore this version').click();
  await see(toast('Version restored'));
  await reads('First.');
  expect(workspace.pageNamed('Letter').content).toBe('First.');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await reads('Second.');
  await saved();
  await expect.poll(() => workspace.pageNamed('Letter').content).toBe('Second.');
});
