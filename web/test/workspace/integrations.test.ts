/** The services that Trellis connects to, and those that it will. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import {
  at,
  button,
  focused,
  gone,
  overflow,
  press,
  see,
  seeToast,
  toast,
} from '../support/person/person.ts';
import { broken, cut, json, on } from '../support/server/answers.ts';
import { noNotion, notion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

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
  await seeToast('Disconnect failed', 'Failed to disconnect');
  await see(page.getByText('Connected to Acme Notes.'));
});

test('a token that Notion does not know is refused, one that it knows connects', async () => {
  signedIn();
  server().say(...notion({ connected: false, hasApp: false }));
  await openApp('/dashboard/integrations');
  await button('Connect Notion').click();
  const dialog = page.getByRole('dialog', { name: 'Connect Notion' });
  const field = dialog.getByLabelText('Token');
  const submit = dialog.getByRole('button', { name: 'Connect' });
  await focused(field);
  await expect.element(submit).toBeDisabled();
  const words = 'Notion does not accept this token.';
  const mend = server().say(on('POST /functions/v1/notion-oauth/token', () => json({ error: words }, 400)));
  await field.fill('ntn_01234567890123456789');
  await submit.click();
  await see(dialog.getByText(words));
  await expectAccessibleInBothThemes();
  await field.fill('ntn_98765432109876543210');
  await gone(dialog.getByText(words));
  mend();
  server().say(
    ...connected,
    on('POST /functions/v1/notion-oauth/token', () => json({ data: {} })),
  );
  await press('Enter');
  await see(toast('Notion connected'));
  await gone(dialog);
  await see(page.getByText('Connected to Acme Notes.'));
  expect(server().asked.findLast(({ path }) => path.endsWith('/token'))?.body).toMatchObject({
    token: 'ntn_98765432109876543210',
  });
});

test('disconnecting asks first', async () => {
  signedIn();
  server().say(...connected);
  await openApp('/dashboard/integrations');
  await button('Disconnect Notion').click();
  const question = page.getByRole('alertdialog', { name: 'Disconnect Notion?' });
  await expectAccessibleInBothThemes();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await gone(question);
  const disconnect = 'POST /functions/v1/notion-oauth/disconnect';
  server().say(
    on(disconnect, () => {
      server().say(...noNotion);
      return json({ data: { revoked: true } });
    }),
  );
  await button('Disconnect Notion').click();
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await see(toast('Notion disconnected successfully'));
  await see(button('Connect Notion'));
  expect(server().asked.filter(({ method, path }) => `${method} ${path}` === disconnect)).toHaveLength(1);
});

test('on a phone, a connection that Notion no longer accepts can be made again, whatever its name', async () => {
  await page.viewport(360, 740);
  signedIn();
  const workspaceName = `Notes ${'of everybody '.repeat(8)}${'x'.repeat(60)}`;
  server().say(...notion({ connected: true, needsReconnect: true, workspaceName }));
  await openApp('/dashboard/integrations');
  await see(page.getByText('Notion no longer accepts the connection'));
  await see(page.getByText(workspaceName));
  await expect.poll(overflow).toBe(0);
  await expectAccessibleInBothThemes();
  // No address of Notion's came.
  server().say(
    on('POST /functions/v1/notion-oauth/initiate', () => json({ data: { authUrl: 'about:blank' } })),
  );
  await button('Connect again to Notion').click();
  await seeToast('Connection failed', 'Failed to initiate OAuth');
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
