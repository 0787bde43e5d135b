/** Sign-in at a company's OpenID Connect provider. */

import { freePort } from '../../scripts/free-port.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type RealProvider,
  startProvider,
} from '../../server/test/auth/provider/real-provider.ts';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { test as base, expect } from '../support/journey.ts';
import { TrellisProcess } from '../support/trellis-process.ts';

const test = base.extend<object, { issuer: string; provider: RealProvider }>({
  issuer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => use(`http://127.0.0.1:${await freePort()}`),
    { scope: 'worker' },
  ],
  trellis: [
    async ({ issuer }, use) => {
      await using trellis = await TrellisProcess.create({
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
        OIDC_NAME: 'Example Inc.',
        OIDC_DOMAINS: 'example.com',
      });
      await use(trellis);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  provider: [
    async ({ issuer, trellis }, use) => {
      await using provider = await startProvider(issuer, `${trellis.url}/auth/v1/callback`);
      await use(provider);
    },
    { scope: 'worker' },
  ],
});

test('people sign in at their company, come back to what they wanted, and read why they cannot', async ({
  person,
  provider,
}) => {
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' });
  await person.goto('/dashboard/settings');
  await person.getByRole('button', { name: 'Continue with Example Inc.' }).click();
  await person.locator('input[name=login]').fill('ada');
  await person.locator('input[name=password]').fill('anything');
  await person.getByRole('button', { name: 'Sign-in' }).click();
  await person.getByRole('button', { name: 'Continue' }).click();
  await person.waitForURL('/dashboard/settings');
  await expect(person.getByRole('main')).toContainText('Ada Lovelace');

  const guest = await person
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(person.url()).origin });
  if (!guest) throw new Error('There is no browser.');
  provider.people.set('eve', { email: 'eve@elsewhere.example', email_verified: true });
  const page = await guest.newPage();
  await page.goto('/auth/signup');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Continue with Example Inc.' }).click();
  await page.locator('input[name=login]').fill('eve');
  await page.locator('input[name=password]').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Account registration is currently disabled');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.waitForURL('/auth/login');
  await guest.close();
});
