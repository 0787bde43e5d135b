/// <reference lib="dom" />
/** Pages change their place for everyone who looks; how, by the mouse and by keys: web/test/pages. */
import { content, createPage, expect, newAccount, saved, signUp, test, write } from '../support/journey.ts';
import { addPages, choose, expectTree, row } from '../support/tree.ts';

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
  const decided = person.waitForRequest((request) => request.method() === 'PATCH');
  await second.route('**/rest/v1/pages*', async (route) => {
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

test('a page that is moved away while it is written keeps what is written, and says where it is', async ({
  person,
}) => {
  await signUp(person, newAccount('Moving Target'));
  await createPage(person, 'Archive');
  await createPage(person, 'Draft');
  const second = await person.context().newPage();
  await second.goto('/dashboard');
  await write(person, 'Half a sentence');
  await choose(second, 'Draft', 'Move to...');
  const dialog = second.getByRole('dialog', { name: 'Move "Draft"' });
  await expect(dialog.getByText('Draft', { exact: true })).toHaveCount(0);
  await dialog.getByText('Archive').click();
  await dialog.getByRole('button', { name: 'Move Page' }).click();
  await expectTree(person, ['Archive', '  Draft']);
  await expect(person.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Archive');
  await write(person, ' and the rest.');
  await saved(person);
  await person.reload();
  await expect(content(person)).toHaveText('Half a sentence and the rest.');
  await second.close();
});
