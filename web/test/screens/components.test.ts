/** The component set: every state in both themes without an accessibility fault. */
import { afterEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessible } from '../support/person/accessible.ts';
import { button, focused, gone, pointAt, press, see } from '../support/person/person.ts';

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

test.for(['light', 'dark'])('every component in every state is accessible in the %s theme', async (theme) => {
  await commands.emulateMedia({ reducedMotion: 'reduce' });
  await openApp(`/dev/components?theme=${theme}`);
  await see(page.getByRole('heading', { name: `Components, ${theme}` }));
  await expectAccessible();
  for (const [name, role] of [
    ['Dialog', 'dialog'],
    ['Confirm dialog', 'alertdialog'],
    ['Command palette', 'dialog'],
    ['Menu', 'menu'],
    ['Role', 'listbox'],
  ] as const) {
    const opener = button(name).or(page.getByRole('combobox', { name, exact: true }));
    await opener.click();
    await see(page.getByRole(role));
    await expectAccessible(`[role="${role}"]`);
    await press('Escape');
    await gone(page.getByRole(role));
    await focused(opener);
  }
  await page.getByText('Right-click here').click({ button: 'right' });
  await see(page.getByRole('menu', { name: 'Context menu' }));
  await press('Escape');
  await button('Toast with Undo').click();
  await see(page.getByRole('heading', { name: 'Page deleted' }));
  await expectAccessible('[data-type="success"]');
  await button('Undo').click();
  await see(page.getByRole('heading', { name: 'Undone' }));
  await gone(page.getByRole('heading', { name: 'Page deleted' }));
  await pointAt(button('Settings'), page.getByText('Settings', { exact: true }));
});

test('the two themes are side by side', async () => {
  await openApp('/dev/components');
  for (const theme of ['light', 'dark'])
    await expect.element(page.getByTitle(theme)).toHaveAttribute('src', `?theme=${theme}`);
});
