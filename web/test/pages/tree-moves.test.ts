/** Pages change their place by the mouse and by the keyboard, and go back when that is refused. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { reads, saved, write } from '../support/person/editor.ts';
import { all, focused, gone, press, says, see, seeToast, type } from '../support/person/person.ts';
import {
  changeTreeElsewhere,
  choose,
  dragRow,
  drop,
  expectTree,
  row,
  startDragging,
} from '../support/person/tree.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

async function openTree(...names: readonly string[]) {
  const workspace = signedIn({ pages: names.map((name) => ({ name })) });
  await openApp('/dashboard');
  await expectTree(names);
  return workspace;
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Waits until the server has them in this order: unsent changes are lost with the page. */
const expectServer = (workspace: Workspace, names: readonly string[]) =>
  expect
    .poll(() => workspace.pages.toSorted((a, b) => a.order_index - b.order_index).map(({ name }) => name))
    .toEqual(names);

const attached = (text: string | RegExp) => expect.element(page.getByText(text)).toBeInTheDocument();
const marker = () => all('[data-drop-marker]').length;

test('a page is dragged into another, between others, and out again', async () => {
  const workspace = await openTree('One', 'Two', 'Three');
  await dragRow('Three', 'One', 0.5);
  await expectTree(['One', '  Three', 'Two']);
  const move = await startDragging('Two', 'Three', 0.1);
  await expect.poll(() => move().then(marker)).toBe(1);
  await drop();
  await expectTree(['One', '  Two', '  Three']);
  await dragRow('Three', 'One', 0.1);
  await expectTree(['Three', 'One', '  Two']);

  // Not beneath itself.
  await dragRow('One', 'Two', 0.5);
  await expectTree(['Three', 'One', '  Two']);
  await expect.poll(() => workspace.pageNamed('Three').parent_id).toBeNull();
  await openApp('/dashboard');
  await expectTree(['Three', 'One', '  Two']);
});

test('a page is moved by keys alone, step by step or dragged to its place', async () => {
  const workspace = await openTree('One', 'Two', 'Three');
  (await row('Three').findElement()).focus();
  await press('Alt+Shift+ArrowUp');
  await expectTree(['One', 'Three', 'Two']);
  await focused(row('Three'));
  await attached('Three: 2 of 3 at the top level');
  await press('Alt+Shift+ArrowRight');
  await expectTree(['One', '  Three', 'Two']);
  await focused(row('Three'));
  await press('Alt+Shift+ArrowLeft');
  await expectTree(['One', 'Three', 'Two']);
  // Quickly, one after the other.
  await press('Alt+Shift+ArrowDown', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowUp');
  await expectTree(['Three', 'One', 'Two']);
  await expectServer(workspace, ['Three', 'One', 'Two']);
  await openApp('/dashboard');
  await expectTree(['Three', 'One', 'Two']);

  (await row('Three').findElement()).focus();
  await press('Control+Shift+KeyD');
  await attached(/^Moving Three: /);
  await press('Escape');
  await expectTree(['Three', 'One', 'Two']);
  await press('Control+Shift+KeyD');
  await expect.poll(marker).toBe(1);
  await press('ArrowDown');
  await attached('Three: into One');
  await press('Enter');
  await expectTree(['One', '  Three', 'Two']);
  await expect.poll(() => workspace.pageNamed('Three').parent_id).toBe(workspace.pageNamed('One').id);
  await openApp('/dashboard');
  await expectTree(['One', '  Three', 'Two']);
});

test('a key waits for no timer, so the next one begins where it led', async () => {
  await openTree('One', 'Two', 'Three');
  (await row('Three').findElement()).focus();
  // A busy machine's timers come later than the next key.
  const timers = vi.spyOn(window, 'setTimeout').mockReturnValue(0 as never);
  await press('Alt+Shift+ArrowUp');
  await expectTree(['One', 'Three', 'Two']);
  await press('Alt+Shift+ArrowUp');
  await expectTree(['Three', 'One', 'Two']);
  timers.mockRestore();
  await focused(row('Three'));
});

test('a dialog of the menu has the focus, also when the menu has faded away', async () => {
  const workspace = await openTree('One', 'Two');
  workspace.addPage({ name: 'Three', parent_id: workspace.pageNamed('One').id });
  await openApp('/dashboard');
  await row('One').click();
  await press('ArrowRight');
  const chooseByKey = async (action: string) => {
    (await row('Two').findElement()).focus();
    await press('ContextMenu');
    const item = page.getByRole('menuitem', { name: action, exact: true });
    (await item.findElement()).focus();
    await press('Enter');
    await gone(page.getByRole('menu'));
  };
  await chooseByKey('Delete');
  await focused(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
  await press('Escape');
  await focused(row('Two'));
  await chooseByKey('Move to...');
  const search = page.getByRole('dialog', { name: 'Move "Two"' }).getByLabelText('Search pages');
  await focused(search);
  await type('three');
  await expect.element(search).toHaveValue('three');
  await press('Enter');
  // It is under a page that is closed; the row in its place is next.
  await expectTree(['One', '  Three']);
  await focused(row('Three'));
  await press('ArrowRight');
  await expectTree(['One', '  Three', '    Two']);
});

test('a refused move is taken back, and says so', async () => {
  await openTree('One', 'Two');
  const refusal = { code: 'TR012', message: 'A page cannot be moved beneath itself' };
  server().say(on('PATCH /rest/v1/pages', () => json(refusal, 400)));
  await dragRow('Two', 'One', 0.5);
  await seeToast('Failed to save page', 'A page cannot be moved beneath itself');
  await expectTree(['One', 'Two']);
});

test('a page is not offered as a place for itself', async () => {
  await openTree('Archive', 'Draft');
  await choose('Draft', 'Move to...');
  const dialog = page.getByRole('dialog', { name: 'Move "Draft"' });
  await see(dialog.getByText('Archive'));
  await gone(dialog.getByText('Draft', { exact: true }));
  await dialog.getByText('Archive').click();
  await dialog.getByRole('button', { name: 'Move Page' }).click();
  await expectTree(['Archive']);
});

test('a page moved elsewhere while it is written keeps its words, and says where it is', async () => {
  const workspace = signedIn({ pages: [{ name: 'Archive' }, { name: 'Draft' }] });
  const { id } = workspace.pageNamed('Draft');
  await openApp(`/dashboard/pages/${id}`);
  await write('Half a sentence');
  Object.assign(workspace.pageNamed('Draft'), { parent_id: workspace.pageNamed('Archive').id });
  changeTreeElsewhere();
  await expectTree(['Archive', '  Draft']);
  await says(page.getByRole('navigation', { name: 'Breadcrumbs' }), 'Archive');
  await write(' and the rest.');
  await saved();
  await openApp(`/dashboard/pages/${id}`);
  await reads('Half a sentence and the rest.');
  expect(workspace.pageNamed('Draft').content).toBe('Half a sentence and the rest.');
});
