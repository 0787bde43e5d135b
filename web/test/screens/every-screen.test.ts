/** Every screen opens, in both themes and on a phone, without an accessibility fault or an error in the console. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { button, focused, gone, overflow, press, says, see } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { json, on } from '../support/server/answers.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const PAGE = 'c0ffee00-0000-4000-8000-000000000000';
const MISSING = 'c0ffee00-0000-4000-8000-00000000000f';
const NAME = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5);

/** At 320 px, as on a phone or at 400 %, nothing scrolls sideways either. */
async function expectScreen(address: string, heading: string): Promise<void> {
  await openApp(address);
  await says(page.getByRole('heading', { level: 1 }), heading);
  await expectAccessibleInBothThemes();
  await page.viewport(320, 640);
  expect(overflow(), address).toBeLessThanOrEqual(0);
  await expectAccessibleInBothThemes();
  await page.viewport(1280, 720);
}

test('every screen without a session', async () => {
  for (const [address, heading] of [
    ['login', 'Sign in'],
    ['signup', 'Create'],
    ['forgot-password', 'password'],
    ['reset-password', 'Invalid reset link'],
    ['confirm', ''],
  ] as const)
    await expectScreen(`/auth/${address}`, heading);
});

test('every screen with a session', async () => {
  const workspace = signedIn({
    fullName: 'Phone User With Quite A Long Name',
    pages: [{ id: PAGE, name: NAME }],
  });
  const notAnId = { code: '22P02', message: 'invalid input syntax for type uuid: "not-an-id"' };
  server().say(
    ...accountOf(workspace),
    ...noNotion,
    on('POST /rest/v1/rpc/list_trash', () => json([])),
    on('GET /rest/v1/pages', ({ query }) =>
      query.get('id') === 'eq.not-an-id' ? json(notAnId, 400) : undefined,
    ),
  );
  for (const [address, heading] of [
    ['', 'Dashboard'],
    ['/organizations', 'Organizations'],
    ['/trash', 'Trash'],
    ['/settings', 'Settings'],
    ['/settings/workspace', 'Workspace settings'],
    ['/settings/workspace/notion-callback', 'Connection Failed'],
    ['/integrations', 'Integrations'],
    [`/pages/${PAGE}`, NAME],
    [`/pages/${MISSING}`, 'Page not found'],
    ['/pages/not-an-id', 'Page not found'],
  ] as const)
    await expectScreen(`/dashboard${address}`, heading);
});

test('the account’s menu and the dialog for a new page', async () => {
  signedIn();
  await openApp('/dashboard');
  await button(/^Account:/).click();
  await see(page.getByRole('menu'));
  await expectAccessibleInBothThemes();
  await press('Escape');
  await gone(page.getByRole('menu'));
  await button('New page with details').click();
  await focused(page.getByLabelText('Page Name'));
  await expectAccessibleInBothThemes();
  await press('Escape');
  await focused(button('New page with details'));
});
