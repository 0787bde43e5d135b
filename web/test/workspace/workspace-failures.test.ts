/** Failures of the workspace and of the connection to Notion. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { at, button, gone, says, see, seeToast, toast } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { broken, cut, json, on } from '../support/server/answers.ts';
import { membershipsOf } from '../support/server/memberships.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

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
  await seeToast('Failed to update workspace name', 'Failed to update workspace');
  allow();
  await button('Save').click();
  await see(toast('Workspace name updated successfully'));
  expect(workspace.name).toBe('Renamed');
});

test('the only workspace stays, and one that is deleted leads into another', async () => {
  const workspace = signedIn({ fullName: 'Leaving Person' });
  const memberships = membershipsOf(workspace);
  server().say(...accountOf(workspace), ...noNotion);
  await openApp('/dashboard/settings/workspace');
  const deleteIt = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Delete Workspace' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete/ });
    const confirm = dialog.getByRole('button', { name: 'Delete Workspace' });
    await expect.element(confirm).toBeDisabled();
    await dialog.getByLabelText('Type the workspace’s name to confirm').fill("Leaving  Person's Workspace ");
    await confirm.click();
  };
  await deleteIt();
  await see(toast('Cannot delete workspace: You cannot delete your only workspace'));

  memberships.join('Ada Lovelace');
  const mend = server().say(on('GET /rest/v1/organization_members', broken));
  await deleteIt();
  await seeToast('Failed to delete workspace', 'Failed to fetch workspaces');
  mend();
  expect(server().asked.filter(({ method }) => method === 'DELETE')).toEqual([]);

  // Whether it can be told to Notion decides nothing.
  const tell = 'POST /functions/v1/notion-oauth/disconnect';
  server().say(on(tell, cut));
  await deleteIt();
  await see(toast('Workspace deleted successfully'));
  const asked = server().asked.map(({ method, path }) => `${method} ${path}`);
  expect(asked).toContain(tell);
  // Afterwards nobody could end the access to Notion.
  expect(asked.indexOf(tell)).toBeLessThan(asked.indexOf('DELETE /rest/v1/organizations'));
  await at('/dashboard/settings');
  await says(page.getByRole('navigation', { name: 'Workspace' }), "Ada Lovelace's Workspace");
  await page.getByRole('link', { name: 'Manage Workspace' }).click();
  await see(page.getByRole('heading', { name: 'Members (2)' }));
  await gone(button('Delete Workspace'));
});

test('workspaces that cannot be listed say so', async () => {
  signedIn();
  server().say(
    on('GET /rest/v1/organization_members', ({ query }) =>
      query.get('select')?.includes('created_at') ? broken() : undefined,
    ),
  );
  await openApp('/dashboard/organizations');
  await says(page.getByRole('main'), 'Failed to fetch workspaces');
  expect(takeLogged().join()).toContain('Failed to fetch workspaces');
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
