/// <reference lib="dom" />
/** Deleted pages: found in the trash, restored, or deleted for good. */
import { randomUUID } from 'node:crypto';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { createPage, expect, newAccount, signUp, test } from '../support/journey.ts';
import { toast } from '../support/toast.ts';
import { addPages, createSubpage, deletePage, expectTree } from '../support/tree.ts';

const entries = (page: import('@playwright/test').Page) => page.getByRole('main').getByRole('listitem');

test('a page in the trash is restored, to the root when its place is gone @postgres', async ({ person }) => {
  await signUp(person, newAccount('Trash Restorer'));
  await person.getByRole('link', { name: 'Trash' }).click();
  await expect(person.getByText('The trash is empty.')).toBeVisible();
  await createPage(person, 'Plan');
  await createSubpage(person, 'Plan', 'Details');
  await deletePage(person, 'Details');
  await expectTree(person, ['Plan']);
  await expect(person.getByLabel('Page title')).toHaveValue('Plan');
  await deletePage(person, 'Plan');
  await person.getByRole('link', { name: 'Trash' }).click();
  await expect(entries(person)).toHaveCount(2);
  await expect(entries(person).first()).toContainText(/^Plan.*Deleted by you just now/);
  await expectAccessibleInBothThemes(person);

  await person.getByRole('button', { name: 'Restore Details' }).click();
  await expect(toast(person, 'Page restored')).toBeVisible();
  await expectTree(person, ['Details']);
  await person.getByRole('button', { name: 'Restore Plan' }).click();
  // Its place was the first; the one that has it by now keeps it.
  await expectTree(person, ['Details', 'Plan']);
  await expect(person.getByText('The trash is empty.')).toBeVisible();
  await person.reload();
  await expectTree(person, ['Details', 'Plan']);
});

test('deleting for good asks first, and takes the pages beneath along @postgres', async ({ person }) => {
  await signUp(person, newAccount('For Good'));
  const id = randomUUID();
  await addPages(person, [
    { id, name: 'One' },
    { name: 'Two' },
    { name: 'Three' },
    { name: 'Beneath', parent_id: id },
  ]);
  for (const name of ['One', 'Two', 'Three']) await deletePage(person, name);
  await expect(person.getByText('No pages yet')).toBeVisible();
  await person.goto('/dashboard/trash');
  await expect(entries(person)).toHaveCount(3);
  await expect(entries(person).last()).toContainText('1 page under it');
  await person.getByRole('button', { name: 'Delete One for good' }).click();
  const ask = person.getByRole('alertdialog');
  await expect(ask).toContainText('The page and the page under it cannot be brought back.');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(entries(person)).toHaveCount(3);
  await person.getByRole('button', { name: 'Delete One for good' }).click();
  await ask.getByRole('button', { name: 'Delete for good' }).click();
  await expect(toast(person, 'Page deleted for good')).toBeVisible();
  await expect(entries(person)).toHaveCount(2);
  await person.reload();
  await expect(entries(person)).toHaveCount(2);
  await person.getByRole('button', { name: 'Empty trash' }).click();
  await expect(ask).toContainText('Nobody in this workspace can restore the 2 pages in it afterwards.');
  await ask.getByRole('button', { name: 'Empty trash' }).click();
  await expect(person.getByText('The trash is empty.')).toBeVisible();
  await person.reload();
  await expect(person.getByText('The trash is empty.')).toBeVisible();
});
