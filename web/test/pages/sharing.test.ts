/** A page's visibility, in its settings and in the dialog that shares it. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { button, focused, gone, press, see } from '../support/person/person.ts';
import { choose } from '../support/person/tree.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const settings = () => page.getByRole('dialog', { name: 'Page Settings' });

test('the settings of a page change its visibility, and lead to where it is shared', async () => {
  const workspace = signedIn();
  const diary = workspace.addPage({ name: 'Diary' });
  server().say(...noNotion);
  await openApp(`/dashboard/pages/${diary}`);
  const save = async (visibility: string) => {
    await settings().getByRole('radio', { name: visibility }).click();
    await button('Save Settings').click();
    await gone(settings());
    await expect.poll(() => workspace.pageNamed('Diary').visibility).toBe(visibility.toLowerCase());
  };
  await choose('Diary', 'Settings');
  await save('Public');
  await choose('Diary', 'Settings');
  await settings().getByRole('button', { name: 'Share' }).click();
  const sharing = page.getByRole('dialog', { name: 'Share' });
  await expect.element(sharing.getByLabelText('Public link')).toHaveValue(`${location.origin}/p/${diary}`);
  await button('Done').click();
  await choose('Diary', 'Settings');
  await save('Private');

  await button('Share').click();
  await expect.element(sharing.getByRole('radio', { name: 'Private' })).toBeChecked();
  await gone(sharing.getByLabelText('Public link'));
});

test('without a clipboard in the browser, a dialog copies all the same, and the focus stays', async () => {
  const workspace = signedIn();
  const diary = workspace.addPage({ name: 'Diary', visibility: 'public' });
  // As on a page over plain HTTP.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  await openApp(`/dashboard/pages/${diary}`);
  await button('Share').click();
  const copying = page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: /^Copy/ });
  await copying.click();
  await see(page.getByText('Copied'));
  await focused(copying);
  await press('Escape');
  await gone(page.getByRole('dialog'));
  const field = page.getByLabelText('Filter pages');
  await field.click();
  await press('ControlOrMeta+V');
  await expect.element(field).toHaveValue(`${location.origin}/p/${diary}`);
});
