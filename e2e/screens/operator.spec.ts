/// <reference lib="dom" />
/** An operator's evening: who is there, somebody suspended and deleted, sign-ups closed, and the log of it all. */
import { test as base, expect, newAccount, newBrowser, signIn, signUp } from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { toast } from '../support/toast.ts';
import { TrellisProcess } from '../support/trellis-process.ts';

const OPERATOR = { ...newAccount('Ada Operator'), email: 'ada@example.com' };

const test = base.extend<object, { trellis: TrellisProcess }>({
  trellis: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using trellis = await TrellisProcess.create({ OPERATORS: OPERATOR.email });
      const { email, password, fullName } = OPERATOR;
      const body = { email, password, email_confirm: true, user_metadata: { full_name: fullName } };
      await callAsOperator(trellis, 'auth/v1/admin/users', { method: 'POST', body });
      await use(trellis);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

for (const [where, viewport] of [
  ['at a desk', { width: 1280, height: 800 }],
  ['on a phone', { width: 360, height: 740 }],
] as const)
  test(`an operator suspends, closes and deletes ${where}`, async ({ person, browser, trellis }) => {
    const eve = newAccount(`Eve ${where}`);
    const elsewhere = await newBrowser(browser, trellis);
    const evesPage = await elsewhere.newPage();
    await signUp(evesPage, eve);
    await person.setViewportSize(viewport);
    await signIn(person, OPERATOR);
    if (where === 'on a phone') await person.getByRole('button', { name: 'Open menu' }).click();
    await person.getByRole('button', { name: 'Account: Ada Operator' }).click();
    await person.getByRole('menuitem', { name: 'Operator' }).click();
    await person.waitForURL('/dashboard/operator');
    await expect(person.getByText('No backup yet.')).toBeVisible();

    await person.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'People' }).click();
    await person.getByLabel('Search by name or address').fill(eve.email);
    const actions = person.getByRole('button', { name: `Actions for ${eve.fullName}` });
    await actions.click();
    await person.getByRole('menuitem', { name: 'Suspend…' }).click();
    await person.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect(toast(person, `${eve.fullName} is suspended`)).toBeVisible();
    // Her next step ends her session, and she learns why when she signs in again.
    await evesPage.getByRole('link', { name: 'Settings' }).click();
    await expect(evesPage.getByText('Your session has expired. Please sign in again.')).toBeVisible();
    await evesPage.getByRole('link', { name: 'Sign in' }).click();
    await evesPage.getByLabel('Email').fill(eve.email);
    await evesPage.getByLabel('Password', { exact: true }).fill(eve.password);
    await evesPage.getByRole('button', { name: 'Sign in' }).click();
    await expect(evesPage.getByRole('alert')).toContainText('This account is suspended.');

    await actions.click();
    await person.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(person.getByText(`The workspace ${eve.fullName}'s Workspace goes`)).toBeVisible();
    await person.getByLabel('Type the address to confirm').fill(eve.email);
    await person.getByRole('button', { name: 'Delete account' }).click();
    await expect(toast(person, `The account of ${eve.fullName} is deleted`)).toBeVisible();

    await person
      .getByRole('navigation', { name: 'Operator' })
      .getByRole('link', { name: 'Settings' })
      .click();
    const signUps = person.getByRole('region', { name: 'Sign-ups' });
    await signUps.getByRole('radio', { name: /^Closed/ }).click();
    await signUps.getByRole('button', { name: 'Save' }).click();
    await expect(toast(person, 'Sign-ups changed')).toBeVisible();
    await evesPage.goto('/auth/signup');
    await expect(evesPage.getByText('New accounts are closed here')).toBeVisible();
    await signUps.getByRole('radio', { name: /^Open/ }).click();
    await signUps.getByRole('button', { name: 'Save' }).click();

    await person
      .getByRole('navigation', { name: 'Operator' })
      .getByRole('link', { name: 'Audit log' })
      .click();
    await person.getByLabel('Search the log').fill(eve.email);
    await expect(person.getByRole('row')).toHaveCount(3);
    await elsewhere.close();
  });

test('an operator makes a backup and downloads it', async ({ person }) => {
  await signIn(person, OPERATOR);
  await person.goto('/dashboard/operator');
  await person.getByRole('button', { name: 'Back up now' }).click();
  await expect(toast(person, 'The backup is being made')).toBeVisible();
  const downloading = person.waitForEvent('download');
  await person.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^trellis-.*\.tar$/);
  expect(await download.failure()).toBeNull();
  await expect(person.getByRole('heading', { name: 'Operator' })).toBeVisible();
});
