/** What the workspace and the connection to Notion say when something fails. */
import type { Route } from '@playwright/test';
import { expect, newAccount, signUp, test } from '../support/journey.ts';
import { toast } from '../support/toast.ts';

const broken = (route: Route) => route.fulfill({ status: 500, body: 'Oops' });

test('a workspace that cannot be changed says so, and then that it is', async ({ person }) => {
  await signUp(person, newAccount('Failing Workspace'));
  await person.route(/organization_members.*user_profiles/, broken);
  await person.goto('/dashboard/settings/workspace');
  const members = person.getByRole('main').getByRole('alert');
  await expect(members).toContainText('Failed to load members');
  await person.unrouteAll();
  await members.getByRole('button', { name: 'Try again' }).click();
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();

  // As the server answers whoever may not: no row was changed.
  await person.route('**/rest/v1/organizations*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ json: [] }) : route.fallback(),
  );
  await person.getByRole('button', { name: 'Edit Workspace Name' }).click();
  await person.getByRole('textbox', { name: 'Workspace Name' }).fill('Renamed');
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(toast(person, 'Failed to update workspace name')).toBeVisible();
  await expect(toast(person, 'Failed to update workspace')).toBeVisible();
  await person.unrouteAll();
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(toast(person, 'Workspace name updated successfully')).toBeVisible();
});

test('a connection to Notion that was refused, or is none, says so without a call', async ({ person }) => {
  await signUp(person, newAccount('Failing Notion'));
  const calls: string[] = [];
  person.on('request', (request) => calls.push(request.url()));
  for (const [query, reason] of [
    ['?error=access_denied', 'Authorization was denied or cancelled'],
    ['?code=1', 'Invalid callback parameters'],
    ['', 'Invalid callback parameters'],
  ] as const) {
    await person.goto(`/dashboard/settings/workspace/notion-callback${query}`);
    await expect(person.getByRole('heading', { name: 'Connection Failed' })).toBeVisible();
    await expect(person.getByText(reason)).toBeVisible();
  }
  expect(calls.filter((url) => url.includes('/functions/'))).toEqual([]);
});
