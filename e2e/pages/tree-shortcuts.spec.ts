/// <reference lib="dom" />
/** Favourites are a person's on every device, and what was opened last is one device's. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import {
  createPage,
  expect,
  newAccount,
  newBrowser,
  signIn,
  signOut,
  signUp,
  test,
} from '../support/journey.ts';
import { row } from '../support/tree.ts';

test('favourites follow the person, and what was opened last stays on the device', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Favourite Person');
  await signUp(person, account);
  await createPage(person, 'Plan');
  await createPage(person, 'Notes');
  await person.getByRole('button', { name: 'Page actions' }).click();
  await person.getByRole('menuitem', { name: 'Add to favorites' }).click();
  const pages = person.getByRole('region', { name: 'Pages' });
  await expect(pages.getByRole('list').getByRole('link')).toHaveText(['Notes']);
  await pages.getByRole('button', { name: 'Recent' }).click();
  await expect(pages.getByRole('list').last().getByRole('link')).toHaveText(['Notes', 'Plan']);
  await expectAccessibleInBothThemes(person);

  const elsewhere = await newBrowser(browser, trellis);
  const other = await elsewhere.newPage();
  await signIn(other, account);
  const there = other.getByRole('region', { name: 'Pages' });
  await expect(there.getByRole('list').getByRole('link')).toHaveText(['Notes']);
  await expect(there.getByRole('button', { name: 'Recent' })).toHaveCount(0);
  await there.getByRole('list').getByRole('link').hover();
  await there.getByRole('button', { name: 'Remove Notes from favorites' }).click();
  await expect(there.getByRole('button', { name: 'Favorites' })).toHaveCount(0);
  await other.reload();
  await expect(row(other, 'Notes')).toBeVisible();
  await expect(there.getByRole('button', { name: 'Favorites' })).toHaveCount(0);
  await elsewhere.close();

  // Both lists are one, and signing out deletes it.
  await person.keyboard.press('ControlOrMeta+k');
  await expect(person.getByRole('option').first()).toHaveText(/^Notes/);
  await expect(person.getByRole('option').nth(1)).toHaveText(/^Plan/);
  await person.keyboard.press('Escape');
  await signOut(person);
  await expect
    .poll(() =>
      person.evaluate(() =>
        Object.keys(localStorage).filter((key) => /^trellis-(opened|recent)-[0-9a-f]/.test(key)),
      ),
    )
    .toEqual([]);
});
