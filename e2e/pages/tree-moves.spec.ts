/// <reference lib="dom" />
/** Pages change their place by the mouse and by the keyboard, for everyone who looks, and go back when that is refused. */
import { content, createPage, expect, newAccount, saved, signUp, test, write } from '../support/journey.ts';
import { toast } from '../support/toast.ts';
import { addPages, choose, dragRow, expectTree, row } from '../support/tree.ts';

test('a page is dragged into another, between others, and out again', async ({ person }) => {
  await signUp(person, newAccount('Mouse Mover'));
  await addPages(
    person,
    ['One', 'Two', 'Three'].map((name) => ({ name })),
  );
  await expectTree(person, ['One', 'Two', 'Three']);

  await dragRow(person, 'Three', 'One', 0.5);
  await person.mouse.up();
  await expectTree(person, ['One', '  Three', 'Two']);
  await dragRow(person, 'Two', 'Three', 0.1);
  await expect(person.locator('[data-drop-marker]')).toBeVisible();
  await person.mouse.up();
  await expectTree(person, ['One', '  Two', '  Three']);
  await dragRow(person, 'Three', 'One', 0.1);
  await person.mouse.up();
  await expectTree(person, ['Three', 'One', '  Two']);

  // Not beneath itself.
  await dragRow(person, 'One', 'Two', 0.5);
  await person.mouse.up();
  await expectTree(person, ['Three', 'One', '  Two']);
  await person.reload();
  await expectTree(person, ['Three', 'One', '  Two']);
});

test('a page is moved by keys alone, step by step or dragged to its place', async ({ person }) => {
  await signUp(person, newAccount('Key Mover'));
  await addPages(
    person,
    ['One', 'Two', 'Three'].map((name) => ({ name })),
  );
  await row(person, 'Three').focus();
  await person.keyboard.press('Alt+Shift+ArrowUp');
  await expectTree(person, ['One', 'Three', 'Two']);
  await expect(row(person, 'Three')).toBeFocused();
  await expect(person.getByText('Three: 2 of 3 at the top level')).toBeAttached();
  await person.keyboard.press('Alt+Shift+ArrowRight');
  await expectTree(person, ['One', '  Three', 'Two']);
  await expect(row(person, 'Three')).toBeFocused();
  await person.keyboard.press('Alt+Shift+ArrowLeft');
  await expectTree(person, ['One', 'Three', 'Two']);
  // Quickly, one after the other.
  await person.keyboard.press('Alt+Shift+ArrowDown');
  await person.keyboard.press('Alt+Shift+ArrowUp');
  await person.keyboard.press('Alt+Shift+ArrowUp');
  await expectTree(person, ['Three', 'One', 'Two']);
  await person.reload();
  await expectTree(person, ['Three', 'One', 'Two']);

  await row(person, 'Three').focus();
  await person.keyboard.press('Control+Shift+KeyD');
  await expect(person.getByText(/^Moving Three: /)).toBeAttached();
  await person.keyboard.press('Escape');
  await expectTree(person, ['Three', 'One', 'Two']);
  await person.keyboard.press('Control+Shift+KeyD');
  await expect(person.locator('[data-drop-marker]')).toBeVisible();
  await person.keyboard.press('ArrowDown');
  await expect(person.getByText('Three: into One')).toBeAttached();
  await person.keyboard.press('Enter');
  await expectTree(person, ['One', '  Three', 'Two']);
  await person.reload();
  await expectTree(person, ['One', '  Three', 'Two']);

  // A dialog that its menu opens has the focus, also when the menu has faded away.
  const chooseByKey = async (action: string) => {
    await row(person, 'Two').focus();
    await person.keyboard.press('ContextMenu');
    await person.getByRole('menuitem', { name: action, exact: true }).press('Enter');
    await expect(person.getByRole('menu')).toHaveCount(0);
  };
  await chooseByKey('Delete');
  await expect(person.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await person.keyboard.press('Escape');
  await expect(row(person, 'Two')).toBeFocused();
  await chooseByKey('Move to...');
  const search = person.getByRole('dialog', { name: 'Move "Two"' }).getByLabel('Search pages');
  await expect(search).toBeFocused();
  await person.keyboard.type('three');
  await expect(search).toHaveValue('three');
  await person.keyboard.press('Enter');
  // It is under a page that is closed; the row in its place is next.
  await expectTree(person, ['One', '  Three']);
  await expect(row(person, 'Three')).toBeFocused();
  await person.keyboard.press('ArrowRight');
  await expectTree(person, ['One', '  Three', '    Two']);
});

test('a move that the server refuses is taken back, and said', async ({ person }) => {
  await signUp(person, newAccount('Refused Mover'));
  await addPages(
    person,
    ['One', 'Two'].map((name) => ({ name })),
  );
  await expectTree(person, ['One', 'Two']);
  await person.route('**/rest/v1/pages*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 400,
          json: { code: 'TR012', message: 'A page cannot be moved beneath itself' },
        })
      : route.fallback(),
  );
  await dragRow(person, 'Two', 'One', 0.5);
  await person.mouse.up();
  await expect(toast(person, 'Failed to save page')).toBeVisible();
  await expect(toast(person, 'A page cannot be moved beneath itself')).toBeVisible();
  await expectTree(person, ['One', 'Two']);
});

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
