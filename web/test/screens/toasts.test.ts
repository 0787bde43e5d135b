/** Everyone can read and close toasts. They go after five seconds, but wait for people who use them. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import {
  alert,
  button,
  count,
  focused,
  gone,
  press,
  says,
  see,
  toast as toastText,
} from '../support/person/person.ts';
import { broken, on } from '../support/server/answers.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const LIFETIME_MS = 5000;

test('a toast goes after five seconds, but not while it is hovered or focused', async () => {
  signedIn();
  await openApp('/dashboard');
  const opener = page.getByRole('button', { name: 'Set up a chatbot' });
  await see(opener);
  // The first one loads their code.
  await opener.click();
  const toast = page.getByRole('dialog', { name: 'Set up a chatbot: coming soon' });
  await see(toast);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await gone(toast);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const show = async () => {
    await opener.click();
    await see(toast);
  };
  const leave = () => page.getByRole('heading', { name: 'Quick Start' }).hover();
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  await show();
  await leave();
  expect((await toast.findElement()).getBoundingClientRect().width).toBeLessThanOrEqual(480);
  await pass(LIFETIME_MS - 500);
  await see(toast);
  await pass(1000);
  await gone(toast);

  await show();
  await toast.hover();
  await pass(3 * LIFETIME_MS);
  await see(toast);
  await leave();
  await pass(LIFETIME_MS + 500);
  await gone(toast);

  await show();
  await leave();
  // The key that leads to what lies above the screen; Tab then leads to the toast's buttons.
  await press('F6', 'Tab', 'Tab');
  await focused(toast.getByRole('button', { name: 'Dismiss' }));
  await pass(3 * LIFETIME_MS);
  await see(toast);
  (await opener.findElement()).focus();
  await pass(LIFETIME_MS + 500);
  await gone(toast);
});

test('toasts of every kind are accessible, and an error is read aloud once', async () => {
  signedIn();
  server().say(...noNotion);
  await openApp('/dashboard/settings/workspace');
  await button('Edit Workspace Name').click();
  await page.getByRole('textbox', { name: 'Workspace Name' }).fill('Renamed');
  const mend = server().say(on('PATCH /rest/v1/organizations', broken));
  await button('Save').click();
  await see(toastText('Failed to update workspace name'));
  mend();
  await button('Save').click();
  await button('Connect OpenAI').click();
  await see(toastText('OpenAI integration will be available soon!'));
  // Toasts wait while another window has the focus.
  dispatchEvent(new Event('blur'));
  for (const name of [
    'Failed to update workspace name',
    'Workspace name updated successfully',
    'OpenAI integration will be available soon!',
  ]) {
    const toast = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
    await see(toast.getByRole('button', { name: 'Dismiss' }));
  }
  await says(alert(), 'Failed to update workspace name');
  await count(page.getByRole('alertdialog'), 1);
  await expect.element(page.getByRole('alertdialog')).toHaveAttribute('aria-live', 'off');
});
