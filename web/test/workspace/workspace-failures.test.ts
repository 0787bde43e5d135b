/** Failures of the workspace and of the connection to Notion. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { broken, json, on } from '../support/answers.ts';
import { takeLogged } from '../support/logged.ts';
import { noNotion } from '../support/notion.ts';
import { openApp } from '../support/open-app.tsx';
import { button, says, see, toast } from '../support/person.ts';
import { server } from '../support/server.ts';
import { signedIn } from '../support/workspace.ts';

test('a change of the workspace that fails says so, and then that it succeeds', async () => {
  const workspace = signedIn();
  server().say(...noNotion);
  const mend = server().say(
    on('GET /rest/v1/organization_members', ({ query }) =>
      query.get('select')?.includes('user_profiles') ? broken() : undefined,
    ),
  );
  await openApp('/dashboard/settings/workspace');
  const members = page.getByRole('main').getByRole('alert');
  await says(members, 'Failed to load members');
  mend();
  await members.getByRole('button', { name: 'Try again' }).click();
  await see(page.getByRole('heading', { name: 'Members (1)' }));
  expect(takeLogged().join()).toContain('Failed to load members');

  // Without the permission, the server changes no row.
  const allow = server().say(on('PATCH /rest/v1/organizations', () => json([])));
  await button('Edit Workspace Name').click();
  await page.getByRole('textbox', { name: 'Workspace Name' }).fill('Renamed');
  await button('Save').click();
  await see(toast('Failed to update workspace name'));
  await see(toast('Failed to update workspace'));
  allow();
  await button('Save').click();
  await see(toast('Workspace name updated successfully'));
  expect(workspace.name).toBe('Renamed');
});

test('a refused or invalid return from Notion says so without a call', async () => {
  signedIn();
  for (const [query, reason] of [
    ['?error=access_denied', 'Authorization was denied or cancelled'],
    ['?code=1', 'Invalid callback parameters'],
    ['', 'Invalid callback parameters'],
  ] as const) {
    await openApp(`/dashboard/settings/workspace/notion-callback${query}`);
    await see(page.getByRole('heading', { name: 'Connection Failed' }));
    await see(page.getByText(reason));
  }
  expect(server().asked.filter(({ path }) => path.startsWith('/functions/'))).toEqual([]);
});
