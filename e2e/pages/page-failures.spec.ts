/// <reference lib="dom" />
/** What is said when a page cannot be made, renamed, deleted or read, or its link not be copied. */
import type { Page, Route } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { createPage, expect, newAccount, signUp, test } from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { toast } from '../support/toast.ts';

const broken = (route: Route) => route.fulfill({ status: 500, body: 'Oops' });

/** Lets reading through, so that only what is being tried fails. */
async function breakWrites(page: Page, table: string): Promise<void> {
  await page.route(`**/rest/v1/${table}*`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : broken(route),
  );
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('treeitem', { name }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action }).click();
}

test('a page that cannot be made, renamed, deleted or read says so', async ({ person, trellis }) => {
  await signUp(person, newAccount('Failing Pages'));
  await createPage(person, 'Plan');
  const id = person.url().split('/').at(-1);
  await breakWrites(person, 'pages');
  await person.getByRole('button', { name: 'Add new page' }).click();
  const dialog = person.getByRole('dialog', { name: 'Create New Page' });
  await dialog.getByLabel('Page Name').fill('Another');
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to create page. Please try again.');
  await expect(dialog.getByLabel('Page Name')).toHaveValue('Another');
  await person.keyboard.press('Escape');

  await person.getByRole('treeitem', { name: 'Plan' }).focus();
  await person.keyboard.press('F2');
  await person.keyboard.type('Renamed');
  await person.keyboard.press('Enter');
  await expect(toast(person, 'Failed to save page')).toBeVisible();
  await expect(person.getByRole('treeitem', { name: 'Plan' })).toBeVisible();
  await person.unrouteAll();

  // The address is a person's to write: a word that every object of JavaScript knows is no page either.
  await person.goto('/dashboard/pages/constructor');
  await expect(person.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(person.getByRole('treeitem', { name: 'Plan' })).toBeVisible();

  await person.goto('/dashboard');
  await expect(person.getByRole('treeitem', { name: 'Plan' })).toBeVisible();
  await callAsOperator(trellis, `rest/v1/pages?id=eq.${id}`, { method: 'DELETE' });
  await choose(person, 'Plan', 'Delete');
  await person.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(person, 'Failed to delete page')).toBeVisible();
  await expect(toast(person, 'Page not found or you do not have access to it')).toBeVisible();
  await expect(person.getByRole('treeitem')).toHaveCount(0);

  await person.goto('/dashboard/pages/00000000-0000-4000-8000-000000000000');
  await expect(
    person.getByText('This page does not exist or you do not have permission to view it.'),
  ).toBeVisible();
  // A tab that was opened by the link has nothing to go back to.
  const opened = await person.context().newPage();
  await opened.goto('/dashboard/pages/00000000-0000-4000-8000-000000000001');
  await opened.getByRole('button', { name: 'Go Back' }).click();
  await opened.waitForURL('/dashboard');
  await expect(opened.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await opened.close();

  await person.route(/\/rest\/v1\/pages\?select=name/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await person.reload();
  await expect(person.getByRole('heading', { name: 'Failed to load page' })).toBeVisible();
  await expect(person.getByText('An unexpected error occurred while loading the page')).toBeVisible();
  await expectAccessibleInBothThemes(person);
});

test('a link is copied, and where the browser gives no clipboard, that is said', async ({ person }) => {
  await person.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(person, newAccount('Linking Person'));
  await createPage(person, 'Plan');
  await choose(person, 'Plan', 'Copy link');
  await expect(toast(person, 'Link copied')).toBeVisible();
  expect(await person.evaluate(() => navigator.clipboard.readText())).toBe(person.url());
  // As on a page that is not secure, in a browser that lets nobody copy unasked.
  await person.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await choose(person, 'Plan', 'Copy link');
  await expect(toast(person, 'Link could not be copied')).toBeVisible();
  await expect(toast(person, `Copy it by hand: ${person.url()}`)).toBeVisible();
});
