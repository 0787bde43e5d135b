/**
 * A browser of a mail scanner opens each link of a mail ahead of its reader, with scripts, and clicks nothing. For programs without
 * scripts, and for what the server keeps, see server/test/auth/mail-scanners.test.ts.
 */
import type { Browser } from '@playwright/test';
import { type Account, expect, newAccount, signIn, signOut } from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { followLink, invitationTo, mailTo, test } from '../support/special-journeys/mailed-journey.ts';

interface Trellis {
  readonly url: string;
  readonly dataDir: string;
}

/** As a program of the person would ask. @returns the answer */
async function ask(trellis: Trellis, route: string, body: object, token?: string, method = 'POST') {
  const { supabasePublishableKey: apikey } = await (await fetch(`${trellis.url}/config.json`)).json();
  const answer = await fetch(`${trellis.url}/${route}`, {
    method,
    headers: {
      apikey,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return text === '' ? undefined : JSON.parse(text);
}

async function confirmed(trellis: Trellis, name: string): Promise<Account> {
  const account = newAccount(name);
  const { email, password, fullName } = account;
  const body = { email, password, email_confirm: true, user_metadata: { full_name: fullName } };
  await callAsOperator(trellis, 'auth/v1/admin/users', { method: 'POST', body });
  return account;
}

async function tokenOf(trellis: Trellis, { email, password }: Account): Promise<string> {
  const session = await ask(trellis, 'auth/v1/token?grant_type=password', { email, password });
  return session.access_token;
}

/** Opens a link as scanners do, and waits until the page asks for nothing more. @param heading of the page that they find */
async function scan(browser: Browser, trellis: Trellis, link: string, heading: string): Promise<void> {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: trellis.url, javaScriptEnabled });
    await context.request.head(link);
    await context.request.get(link);
    const page = await context.newPage();
    await page.goto(link, { waitUntil: 'networkidle' });
    if (javaScriptEnabled) await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(page.url()).not.toMatch(/access_token|error/);
    await context.close();
  }
}

test('each mailed link still works for its reader after a browser that clicks nothing', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  // Each scanner has browsers of its own.
  test.slow();
  const signingUp = newAccount('Signing Up');
  await ask(trellis, 'auth/v1/signup', { email: signingUp.email, password: signingUp.password });
  const invited = newAccount('Invited Person');
  await callAsOperator(trellis, 'auth/v1/invite', { method: 'POST', body: { email: invited.email } });
  const forgetful = await confirmed(trellis, 'Forgetful Person');
  await ask(trellis, 'auth/v1/recover', { email: forgetful.email });
  const hasty = await confirmed(trellis, 'Hasty Person');
  await ask(trellis, 'auth/v1/otp', { email: hasty.email, create_user: false });
  const moving = await confirmed(trellis, 'Moving Person');
  const moved = newAccount('Moved Person').email;
  const change = { email: moved, current_password: moving.password };
  await ask(trellis, 'auth/v1/user', change, await tokenOf(trellis, moving), 'PUT');

  const heading = (name: string) => person.getByRole('heading', { name });
  const links = [
    { to: signingUp.email, scanned: 'Confirm', found: heading('Email confirmed') },
    { to: invited.email, scanned: 'invited', found: heading('Choose a password') },
    { to: forgetful.email, scanned: 'password', found: heading('Set a new password') },
    {
      to: hasty.email,
      scanned: 'sign',
      found: person.getByRole('button', { name: `Account: ${hasty.fullName}` }),
    },
    { to: moved, scanned: 'Confirm', found: heading('Email confirmed') },
  ];
  for (const { to, scanned, found } of links) {
    const mailed = await mailTo(mailbox, to);
    await scan(browser, trellis, mailed.link, scanned);
    await followLink(person, mailed);
    await expect(found).toBeVisible();
    await person.evaluate(() => localStorage.clear());
  }
  await signIn(person, { ...moving, email: moved });
});

test('an invitation and a join link let their reader in after a browser that clicks nothing', async ({
  person,
  mailbox,
  browser,
  trellis,
}) => {
  test.slow();
  const owner = await confirmed(trellis, 'Ada Lovelace');
  const [first, second] = [await confirmed(trellis, 'Grace Hopper'), await confirmed(trellis, 'Joan Clarke')];
  await signIn(person, owner);
  await person.goto('/dashboard/settings/workspace');
  await person.getByRole('button', { name: 'Invite Member' }).click();
  const form = person.getByRole('dialog', { name: 'Invite Member' });
  await form.getByLabel('Email').fill(first.email);
  await form.getByRole('button', { name: 'Send Invite' }).click();
  const { link } = await invitationTo(mailbox, first.email);
  await person.getByRole('dialog', { name: 'People invited' }).getByRole('button', { name: 'Done' }).click();
  await person.getByRole('button', { name: 'New join link' }).click();
  const order = person.getByRole('dialog', { name: 'New join link' });
  await order.getByLabel('How many people').fill('1');
  await order.getByRole('button', { name: 'Create link' }).click();
  const made = person.getByRole('dialog', { name: 'Join link', exact: true });
  const joinLink = await made.getByRole('textbox', { name: 'Join link' }).inputValue();
  await made.getByRole('button', { name: 'Done' }).click();
  await signOut(person);

  for (const [reader, way] of [
    [first, link],
    [second, joinLink],
  ] as const) {
    await scan(browser, trellis, way, "Join Ada Lovelace's Workspace");
    // A mail program may open it in the reader's own browser, too.
    await signIn(person, reader);
    const ahead = await person.context().newPage();
    await ahead.goto(way, { waitUntil: 'networkidle' });
    await expect(ahead.getByRole('button', { name: 'Accept invitation' })).toBeVisible();
    await ahead.close();
    await person.goto(way);
    await person.getByRole('button', { name: 'Accept invitation' }).click();
    await person.waitForURL('/dashboard');
    await signOut(person);
  }
});
