/// <reference lib="dom" />
/** The fixtures of every journey: a Trellis of its own per file, and a person in a browser. */
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './accessible.ts';
import { TrellisProcess } from './trellis-process.ts';

export { expect };

export interface Account {
  readonly fullName: string;
  readonly email: string;
  readonly password: string;
}

let serial = 0;

/** @returns an account that does not exist yet */
export function newAccount(fullName: string): Account {
  serial += 1;
  const local = fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  return { fullName, email: `${local}.${process.pid}.${serial}@example.com`, password: 'correct horse 1' };
}

export const test = base.extend<{ person: Page }, { trellis: TrellisProcess }>({
  trellis: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using trellis = await TrellisProcess.create();
      await use(trellis);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  person: async ({ trellis, browser }, use) => {
    const context = await newBrowser(browser, trellis);
    const page = await context.newPage();
    await use(page);
    // Wherever a journey ends, the screen it ends on must be usable by everyone.
    if (!page.isClosed()) await expectAccessibleInBothThemes(page);
    await context.close();
  },
});

/** Another browser: shares nothing with the first. */
export function newBrowser(browser: Browser, trellis: { readonly url: string }): Promise<BrowserContext> {
  return browser.newContext({ baseURL: trellis.url });
}

/** Makes an account as another program would, and opens the dashboard with its session. */
export async function signUp(page: Page, account: Account): Promise<void> {
  const { supabasePublishableKey: apikey } = await (await page.request.get('/config.json')).json();
  const { fullName, email, password } = account;
  const answer = await page.request.post('/auth/v1/signup', {
    headers: { apikey },
    data: { email, password, data: { full_name: fullName } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await keepSession(page, await answer.text());
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Leaves a session where the app looks for one when it opens. @param session as the auth service answered it */
async function keepSession(page: Page, session: string): Promise<void> {
  // The same origin, but without the app, which would start at once with the session.
  await page.goto('/robots.txt');
  await page.evaluate((kept) => localStorage.setItem('trellis-auth', kept), session);
}

/** Signs up by the form, for journeys about signing up. */
export async function signUpThroughForm(page: Page, account: Account): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill(account.fullName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('/dashboard');
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/dashboard**');
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/dashboard/settings');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL('/auth/login');
}

export async function createPage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New page with details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Page' });
  await dialog.getByLabel('Page Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByLabel('Page title')).toHaveValue(name);
}

/** In the sidebar: the button that says which workspace is open. */
export const openWorkspace = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: `Workspace: ${name}` });

export const content = (page: Page) => page.getByLabel('Page content');
/** The words about the text; those about the live connection stand beside them. */
export const saveStatus = (page: Page) => page.locator('.save-status [role=status]').first();

/** Saves as people do by habit, where the caret is in the text, and waits until that is done. */
export async function saved(page: Page): Promise<void> {
  const isInText = await page.evaluate(() => document.activeElement?.matches('.cm-content'));
  if (isInText) {
    // "Saved" may be from before the typing; after a slow start it may be there again already.
    const unsaved = expect(saveStatus(page)).not.toHaveText('Saved', { timeout: 1500 });
    await unsaved.catch(() => undefined);
    await page.keyboard.press('ControlOrMeta+s');
  }
  await expect(saveStatus(page)).toHaveText('Saved');
}

/** Types into the page's Markdown. */
export async function write(page: Page, text: string): Promise<void> {
  await content(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}
