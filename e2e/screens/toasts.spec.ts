/// <reference lib="dom" />
/** Toasts can be read and closed by everyone, go by themselves after five seconds, and wait for whoever is reading or about to press something in them. */
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { expect, newAccount, signUp, test } from '../support/journey.ts';
import { toast as toastText } from '../support/toast.ts';

const LIFETIME_MS = 5000;

test('a toast goes after five seconds, but not while it is hovered or focused', async ({ person }) => {
  await signUp(person, newAccount('Slow Reader'));
  await person.getByRole('button', { name: 'Set up a chatbot' }).waitFor();
  await person.clock.install();
  await person.clock.pauseAt(Date.now() + 60_000);
  const toast = person.getByRole('dialog', { name: 'Set up a chatbot: coming soon' });
  const show = async () => {
    await person.getByRole('button', { name: 'Set up a chatbot' }).click();
    await expect(toast).toBeVisible();
  };
  const leave = () => person.getByRole('heading', { name: 'Quick Start' }).hover();

  await show();
  await leave();
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(480);
  await person.clock.runFor(LIFETIME_MS - 500);
  await expect(toast).toBeVisible();
  await person.clock.runFor(1000);
  await expect(toast).toHaveCount(0);

  await show();
  await toast.hover();
  await person.clock.runFor(3 * LIFETIME_MS);
  await expect(toast).toBeVisible();
  await leave();
  await person.clock.runFor(LIFETIME_MS + 500);
  await expect(toast).toHaveCount(0);

  await show();
  await leave();
  // The key that leads to what lies above the screen; Tab then leads to the toast's buttons.
  await person.keyboard.press('F6');
  await person.keyboard.press('Tab');
  await person.keyboard.press('Tab');
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeFocused();
  await person.clock.runFor(3 * LIFETIME_MS);
  await expect(toast).toBeVisible();
  await person.getByRole('button', { name: 'Set up a chatbot' }).focus();
  await person.clock.runFor(LIFETIME_MS + 500);
  await expect(toast).toHaveCount(0);
  await person.clock.resume();
});

test('toasts of every kind are there for everyone, and an error is read aloud once', async ({ person }) => {
  await signUp(person, newAccount('Screen Reader'));
  await person.goto('/dashboard/settings/workspace');
  const save = person.getByRole('button', { name: 'Save' });
  await person.getByRole('button', { name: 'Edit Workspace Name' }).click();
  await person.getByRole('textbox', { name: 'Workspace Name' }).fill('Renamed');
  await person.route('**/rest/v1/organizations*', (route) => route.fulfill({ status: 500, body: 'Oops' }));
  await save.click();
  await expect(toastText(person, 'Failed to update workspace name')).toBeVisible();
  await person.unrouteAll();
  await save.click();
  await person.getByRole('button', { name: 'Connect OpenAI' }).click();
  await expect(toastText(person, 'OpenAI integration will be available soon!')).toBeVisible();
  // Toasts wait for whoever is in another window.
  await person.evaluate(() => dispatchEvent(new Event('blur')));
  for (const name of [
    'Failed to update workspace name',
    'Workspace name updated successfully',
    'OpenAI integration will be available soon!',
  ]) {
    const toast = person.getByRole('dialog', { name }).or(person.getByRole('alertdialog', { name }));
    await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  }
  await expect(person.getByRole('alert')).toContainText('Failed to update workspace name');
  await expect(person.getByRole('alertdialog')).toHaveAttribute('aria-live', 'off');
  await expectAccessibleInBothThemes(person);
});
