/// <reference lib="dom" />
/** Pages change their place for everyone who looks; how, by the mouse and by keys: web/test/pages. */
import { expect, newAccount, signUp, test } from '../support/journey.ts';
import { addPages, expectTree, row } from '../support/tree.ts';

test('two tabs move pages at once, and agree in the end @postgres', async ({ person }) => {
  await signUp(person, newAccount('Two Tabs'));
  await addPages(
    person,
    ['One', 'Two', 'Three', 'Four'].map((name) => ({ name })),
  );
  const second = await person.context().newPage();
  await second.goto('/dashboard');
  await expectTree(second, ['One', 'Two', 'Three', 'Four']);
  await expectTree(person, ['One', 'Two', 'Three', 'Four']);
  await row(person, 'Two').focus();
  await row(second, 'One').focus();
  // Each has decided before it hears of the other, however busy the machine is.
  const tabs = [person, second];
  const decided = Promise.all(
    tabs.map((tab) => tab.waitForRequest((request) => request.method() === 'PATCH')),
  );
  for (const tab of tabs)
    await tab.route('**/rest/v1/pages*', async (route) => {
      if (route.request().method() === 'PATCH') await decided;
      await route.continue();
    });
  await Promise.all([
    person.keyboard.press('Alt+Shift+ArrowRight'),
    second.keyboard.press('Alt+Shift+ArrowDown'),
  ]);
  // "Two" goes into "One", whatever becomes of "One".
  await expectTree(person, ['One', '  Two', 'Three', 'Four']);
  await expect(row(second, 'Two')).toHaveCount(0);
  await row(second, 'One').focus();
  await second.keyboard.press('ArrowRight');
  await expectTree(second, ['One', '  Two', 'Three', 'Four']);
  await second.close();
});
