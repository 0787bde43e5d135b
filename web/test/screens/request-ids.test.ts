/** An unexpected failure names its request, under the id that the server's log has; an expected one does not. */
import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openAnew, openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { openPage, saveStatus, write } from '../support/person/editor.ts';
import { alert, button, count, gone, press, says, see, toast } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { json, on } from '../support/server/answers.ts';
import { AuthenticatorApps, CODE, WRONG_CODE } from '../support/server/authenticator.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const ids = page.getByText(/^Request id /);
const id = (text: string) => page.getByRole('button', { name: `Request id ${text}` });

function failed(requestId: string): Response {
  const body = { code: 'XX000', message: 'could not read block 7' };
  return Response.json(body, { status: 500, headers: { 'x-request-id': requestId } });
}

test('each part of a screen names its own request, and a click copies the id', async () => {
  await commands.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  const mend = server().say(({ path }) => {
    return path.startsWith('/rest/v1/page') ? failed('tree-0001') : undefined;
  });
  await openApp('/dashboard');
  await see(id('tree-0001').first());
  await expectAccessibleInBothThemes();
  await id('tree-0001').first().click();
  await see(page.getByRole('button', { name: 'Request id tree-0001 Copied' }));
  expect(await navigator.clipboard.readText()).toBe('tree-0001');
  mend();
  takeLogged();

  server().say(on('POST /rest/v1/rpc/open_page_document', () => failed('open-0001')));
  await openAnew(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await see(page.getByRole('heading', { name: 'Failed to load page' }));
  await see(id('open-0001'));
});

test('a failed save names its request until it is saved', async () => {
  await openPage();
  const mend = server().say(on('POST /rest/v1/rpc/save_page_document', () => failed('save-0001')));
  await write('Words');
  await press('ControlOrMeta+s');
  await see(id('save-0001'));
  await expectAccessibleInBothThemes();
  mend();
  await expect.poll(saveStatus).toBe('Saved');
  await gone(ids);
});

test('a toast and a form name the request; what was to be expected names none', async () => {
  signedIn({ pages: [{ name: 'Plan' }] });
  await openApp('/dashboard');
  const mend = server().say(on('POST /rest/v1/pages', () => failed('page-0001')));
  await button('Add new page').click();
  await see(toast('Failed to create page. Please try again.'));
  await see(id('page-0001'));
  await button('Dismiss').click();
  await button('New page with details').click();
  const dialog = page.getByRole('dialog', { name: 'Create New Page' });
  await dialog.getByLabelText('Page Name').fill('Another');
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await see(dialog.getByRole('button', { name: 'Request id page-0001' }));
  mend();

  // Refused in words, and an answer of a proxy's own.
  for (const answer of [
    () =>
      Response.json(
        { code: '42501', message: 'new row violates row-level security policy' },
        { status: 403, headers: { 'x-request-id': 'refused-0001' } },
      ),
    () => json('Bad gateway', 502),
  ]) {
    const allow = server().say(on('POST /rest/v1/pages', answer));
    await dialog.getByRole('button', { name: 'Create Page' }).click();
    await says(dialog.getByRole('alert'), 'Failed to create page. Please try again.');
    await count(ids, 0);
    allow();
  }
  await gone(alert().filter({ hasText: 'Request id' }));
});

test('the account’s forms name the request, also below a single field', async () => {
  const workspace = signedIn({ fullName: 'Careful Person' });
  const apps = new AuthenticatorApps(workspace.owner, []);
  server().say(...accountOf(workspace));
  server().say(apps.answer);
  await openApp('/dashboard/settings');
  const fail = (route: string, requestId: string) =>
    server().say(
      on(route, () =>
        Response.json(
          { error_code: 'unexpected_failure', msg: 'No' },
          { status: 500, headers: { 'x-request-id': requestId } },
        ),
      ),
    );

  await button('Change password').click();
  await page.getByLabelText('Current password').fill('correct horse 1');
  await page.getByLabelText('New password', { exact: true }).fill('battery staple 2');
  await page.getByLabelText('Confirm new password').fill('battery staple 2');
  let mend = fail('PUT /auth/v1/user', 'password-0001');
  await button('Set new password').click();
  await see(id('password-0001'));
  mend();
  await button('Cancel').click();

  await button('Turn on').click();
  const dialog = page.getByRole('dialog', { name: /^(Turn on|Scan)/ });
  await dialog.getByLabelText('Name of the app').fill('Phone');
  mend = fail('POST /auth/v1/factors', 'app-0001');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await see(dialog.getByRole('button', { name: 'Request id app-0001' }));
  mend();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const code = dialog.getByLabelText('Six-digit code');
  await code.fill(WRONG_CODE);
  await see(dialog.getByText('That code is not right.'));
  await count(ids, 0);
  mend = server().say(({ path }) =>
    path.endsWith('/challenge') || path.endsWith('/verify')
      ? Response.json(
          { error_code: 'unexpected_failure', msg: 'No' },
          { status: 500, headers: { 'x-request-id': 'code-0001' } },
        )
      : undefined,
  );
  await code.fill(CODE);
  await see(dialog.getByRole('button', { name: 'Request id code-0001' }));
  await expectAccessibleInBothThemes();
  mend();
});

test('a sign-in that the server fails names its request; a wrong password does not', async () => {
  await openApp('/auth/login');
  const signIn = async (answer: Response) => {
    const restore = server().say(on('POST /auth/v1/token', () => answer));
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('correct horse 1');
    await button('Sign in').click();
    await see(alert());
    restore();
  };
  const headers = { 'x-request-id': 'sign-in-0001' };
  await signIn(Response.json({ error_code: 'invalid_credentials', msg: 'No' }, { status: 400, headers }));
  await says(alert(), /^Invalid email or password/);
  await count(ids, 0);
  await signIn(Response.json({ error_code: 'unexpected_failure', msg: 'No' }, { status: 500, headers }));
  await see(id('sign-in-0001'));
});
