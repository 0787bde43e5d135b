/** The services that Trellis connects to, and those that it will. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { broken, cut, json, on } from '../support/answers.ts';
import { takeLogged } from '../support/logged.ts';
import { noNotion, notion } from '../support/notion.ts';
import { openApp } from '../support/open-app.tsx';
import { at, button, focused, gone, see, toast } from '../support/person.ts';
import { server } from '../support/server.ts';
import { signedIn } from '../support/workspace.ts';

const connected = notion({ connected: true, workspaceName: 'Acme Notes' });

test('services to come say when', async () => {
  signedIn();
  server().say(...noNotion);
  await openApp('/dashboard/integrations');
  for (const name of ['OpenAI', 'Claude', 'DeepSeek', 'Google Gemini']) {
    await button(`Connect ${name}`).click();
    await see(toast(`${name} integration will be available soon!`));
  }
});

test('a member reads why they cannot connect Notion, also among the workspace’s settings', async () => {
  signedIn().role = 'member';
  server().say(...noNotion);
  for (const screen of ['/dashboard/integrations', '/dashboard/settings/workspace']) {
    await openApp(screen);
    await see(page.getByText('Not connected. Only owners and admins can connect it.', { exact: true }));
    await gone(button('Connect Notion'));
    await see(button('Connect OpenAI'));
  }
});

test('a failed question about Notion can be asked again', async () => {
  signedIn();
  server().say(...noNotion);
  const status = 'GET /functions/v1/notion-oauth/status';
  const mend = server().say(on(status, () => json({ error: 'Out of order' }, 500)));
  await openApp('/dashboard/integrations');
  await see(page.getByText('The connection could not be shown.'));
  await see(page.getByText('Out of order'));
  mend();
  await button('Try again').click();
  await see(button('Connect Notion'));
  expect(takeLogged().join()).toContain('Out of order');
});

test('without an answer of the server, the return from Notion says so, and works when it is back', async () => {
  const workspace = signedIn();
  server().say(...connected);
  const callback = 'POST /functions/v1/notion-oauth/callback';
  const restore = server().say(on(callback, cut));
  const back = `/dashboard/settings/workspace/notion-callback?code=1&state=${workspace.id}.signature`;
  await openApp(back);
  await see(page.getByText('Unable to connect to the server.'));
  restore();
  server().say(on(callback, () => json({ data: {} })));
  await openApp(back);
  await see(toast('Notion connected'));
  await at('/dashboard/settings/workspace');
  await see(page.getByText('Connected to Acme Notes.'));
});

test('a refused return from Notion says why', async () => {
  const workspace = signedIn();
  const callback = 'POST /functions/v1/notion-oauth/callback';
  const back = `/dashboard/settings/workspace/notion-callback?code=1&state=${workspace.id}.signature`;
  server().say(on(callback, () => json({ error: 'This was used already.' }, 409)));
  await openApp(back);
  await see(page.getByRole('heading', { name: 'Connection Failed' }));
  await see(page.getByText('This was used already.'));
  server().say(on(callback, broken));
  await openApp(back);
  await see(page.getByText('OAuth callback failed'));
  server().say(...noNotion);
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await see(button('Connect Notion'));
});

test('a failed disconnection says so, and changes nothing', async () => {
  signedIn();
  server().say(
    ...connected,
    on('POST /functions/v1/notion-oauth/disconnect', () => json({}, 500)),
  );
  await openApp('/dashboard/settings/workspace');
  await button('Disconnect Notion').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await see(toast('Disconnect failed'));
  await see(toast('Failed to disconnect'));
  await see(page.getByText('Connected to Acme Notes.'));
});

test('on a phone, a person can give a token of Notion, and leave the dialog', async () => {
  await page.viewport(360, 740);
  signedIn();
  server().say(...notion({ connected: false, hasApp: false }));
  await openApp('/dashboard/settings/workspace');
  await button('Connect Notion').click();
  const dialog = page.getByRole('dialog', { name: 'Connect Notion' });
  await expect
    .element(dialog.getByRole('link', { name: 'Notion’s settings' }))
    .toHaveAttribute('target', '_blank');
  await expectAccessibleInBothThemes();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await gone(dialog);
  await focused(button('Connect Notion'));
});
