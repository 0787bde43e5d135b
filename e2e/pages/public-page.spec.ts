/// <reference lib="dom" />
/** A page is shared with everyone who has its link, read without an account or a script, and taken back. */
import type { Browser, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { content, createPage, expect, newAccount, saved, signUp, test } from '../support/journey.ts';
import { createSubpage } from '../support/tree.ts';
import type { TrellisProcess } from '../support/trellis-process.ts';

const TEXT = `# What we do
Some **bold** words, [elsewhere](https://example.com).

| one | two | three | four | five | six |
|---|---|---|---|---|---|
| 111111111111 | 22222222222 | 3333333333 | 44444444 | 5555555555 | 666666666 |

> quote

\`\`\`
code that goes on and on and on and on and on and on and on and on and on and on
\`\`\`

- [ ] to do

1. one`;

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });

async function openShare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareDialog(page).getByRole('radiogroup', { name: 'Visibility' })).toBeVisible();
}

/** Somebody without an account, whose browser runs no scripts. */
async function newReader(browser: Browser, trellis: TrellisProcess, width: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: trellis.url,
    javaScriptEnabled: false,
    viewport: { width, height: 800 },
  });
  return context.newPage();
}

test('a page is shared with everyone, read without a script, and taken back', async ({
  person,
  browser,
  trellis,
}) => {
  await signUp(person, newAccount('Pat Public'));
  await createPage(person, 'Our plan');
  await content(person).click();
  await person.keyboard.insertText(TEXT);
  await saved(person);

  await openShare(person);
  const dialog = shareDialog(person);
  await expect(dialog.getByRole('radio', { name: 'Workspace' })).toBeChecked();
  await expect(dialog.getByLabel('Link for your workspace')).toHaveValue(person.url());
  await dialog.getByRole('radio', { name: 'Public' }).check();
  const link = dialog.getByLabel('Public link');
  await expect(link).toHaveValue(/\/p\/[0-9a-f-]{36}$/);
  const address = await link.inputValue();
  await expectAccessibleInBothThemes(person);

  const reader = await newReader(browser, trellis, 360);
  await reader.goto(address);
  await expect(reader.getByRole('heading', { level: 1, name: 'Our plan' })).toBeVisible();
  await expect(reader.getByRole('heading', { level: 2, name: 'What we do' })).toBeVisible();
  await expect(reader.getByRole('link', { name: 'elsewhere' })).toHaveAttribute(
    'href',
    'https://example.com',
  );
  await expect(reader).toHaveTitle('Our plan · Trellis');
  for (const width of [360, 1280]) await expectReadable(browser, trellis, address, width);

  await dialog.getByRole('radio', { name: 'Private' }).check();
  await expect(dialog.getByLabel('Public link')).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: 'Private' })).toBeChecked();
  await expect(async () => expect((await reader.reload())?.status()).toBe(404)).toPass();
  await expect(reader.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await reader.context().close();
});

test('a page is shared with its subpages, read along the tree on a phone, and taken back', async ({
  person,
  browser,
  trellis,
}) => {
  await signUp(person, newAccount('Hanna Handbook'));
  await createPage(person, 'Handbook');
  await content(person).click();
  await person.keyboard.insertText('# First\n\nWords.\n\n# Second\n\nWords.');
  await saved(person);
  await openShare(person);
  const dialog = shareDialog(person);
  await dialog.getByRole('radio', { name: 'Public' }).check();
  const address = await dialog.getByLabel('Public link').inputValue();
  await dialog.getByRole('switch', { name: 'Include subpages' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await createSubpage(person, 'Handbook', 'Guide');
  await expect(person.getByRole('banner').getByLabel('Public, as part of “Handbook”')).toBeVisible();

  const reader = await newReader(browser, trellis, 360);
  await expect(async () => {
    await reader.goto(address);
    await reader.getByRole('button', { name: 'Pages' }).click({ timeout: 1000 });
  }).toPass();
  await reader.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Guide' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible();
  await expectReadable(browser, trellis, reader.url(), 1280);
  await reader
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Handbook' })
    .click();
  await reader.getByText('On this page').filter({ visible: true }).click();
  await reader.getByRole('link', { name: 'Second' }).filter({ visible: true }).click();
  await expect(reader).toHaveURL(/#second$/);
  for (const width of [360, 1280]) await expectReadable(browser, trellis, address, width);

  await openShare(person);
  await dialog.getByRole('button', { name: '“Handbook”' }).click();
  await dialog.getByRole('switch', { name: 'Include subpages' }).click();
  await expect(async () => {
    await reader.goto(address);
    await expect(reader.getByRole('button', { name: 'Pages' })).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await reader.context().close();
});

/** Everyone can read it in a window of this width, and it asks for nothing from anywhere. */
async function expectReadable(
  browser: Browser,
  trellis: TrellisProcess,
  address: string,
  width: number,
): Promise<void> {
  const context = await browser.newContext({ baseURL: trellis.url, viewport: { width, height: 800 } });
  const reader = await context.newPage();
  const requests: string[] = [];
  reader.on('request', (request) => requests.push(request.url()));
  await reader.goto(address);
  await expectAccessibleInBothThemes(reader);
  const overflow = await reader.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const own = new RegExp(`^${trellis.url}/(?:p/|favicon|fonts/)`);
  expect(requests.filter((url) => !own.test(url))).toEqual([]);
  await context.close();
}
