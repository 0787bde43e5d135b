/// <reference lib="dom" />
/** The main job, end to end: sign up, write, come back. */
import type { Page } from '@playwright/test';
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saveStatus,
  signIn,
  signOut,
  signUpThroughForm as signUp,
  test,
} from '../support/journey.ts';

const LONG = Array.from({ length: 100 }, (_, at) => `Paragraph ${at}.`).join('\n\n');

test('a stranger signs up, writes, and finds everything again; a second person finds nothing of it', async ({
  person,
  browser,
  trellis,
}) => {
  const complaints = complaintsOf(person);
  const ada = newAccount('Ada Byron');
  await signUp(person, ada);
  await expect(person.getByRole('navigation').getByText("Ada Byron's Workspace")).toBeVisible();
  await createPage(person, 'Private thoughts');
  await content(person).click();
  await person.keyboard.insertText(`Nobody else reads this.\n\n${LONG}`);
  await expect(saveStatus(person)).toHaveText('Unsaved changes • Auto-saving...');
  await expect(saveStatus(person)).toHaveText('Saved');
  const address = person.url();

  // A reload finds it as it was left. Back and forward: web/test/screens/scrolling.test.ts.
  await person.locator('#main').evaluate((main) => main.scrollTo(0, main.scrollHeight / 2));
  await expect.poll(() => paragraphInView(person)).toMatch(/^Paragraph \d\d\.$/);
  const left = await paragraphInView(person);
  await person.reload();
  await expect(person.getByLabel('Page title')).toHaveValue('Private thoughts');
  await expect.poll(() => paragraphInView(person)).toBe(left);

  await person.goto('/dashboard/settings/workspace');
  await expect(person.getByRole('main').getByText('Owner', { exact: true })).toBeVisible();
  // The server would refuse a request that is still on its way, and the console tells of it.
  await person.waitForLoadState('networkidle');
  await signOut(person);
  await person.goto(address);
  await person.waitForURL('/auth/login');
  await signIn(person, ada);
  await person.goto(address);
  await expect(content(person)).toContainText('Nobody else reads this.');
  await person.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(person.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveText([
    /Ada Byron edited Private thoughts/,
    /Ada Byron created Private thoughts/,
  ]);
  expect(complaints).toEqual([]);

  const elsewhere = await newBrowser(browser, trellis);
  const eve = await elsewhere.newPage();
  await signUp(eve, newAccount('Eve Moneypenny'));
  await expect(eve.getByText('No pages yet')).toBeVisible();
  await expect(eve.getByText('No recent activity yet.')).toBeVisible();
  await eve.goto(address);
  await expect(eve.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(eve.getByText('Nobody else reads this.')).toHaveCount(0);
  await elsewhere.close();
});

/** Collects the errors that the browser's console tells from now on: also of requests, and of what a policy refuses. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

function paragraphInView(page: Page): Promise<string | null | undefined> {
  return page.locator('#main').evaluate((main) => {
    const { left, width, top } = main.getBoundingClientRect();
    for (let y = top + 40; y < top + 200; y += 10) {
      const line = document.elementFromPoint(left + width / 2, y)?.closest('.cm-line');
      if (line?.textContent) return line.textContent;
    }
    return undefined;
  });
}
