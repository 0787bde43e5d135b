/// <reference lib="dom" />
/** A page is shared with everyone who has its link, read without an account or a script, and taken back. */
import type { Browser, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { createPage, expect, newAccount, saved, signUp, test, write } from '../support/journey.ts';
import type { TrellisProcess } from '../support/trellis-process.ts';

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });

async function openShare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Page actions' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
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

test('a page is shared with everyone, read without a script, and taken back @postgres', async ({
  person,
  browser,
  trellis,
}) => {
  await signUp(person, newAccount('Pat Public'));
  await createPage(person, 'Our plan');
  await write(person, '# What we do\nSome **bold** words, [elsewhere](https://example.com).');
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

  await dialog.getByRole('radio', { name: 'Private' }).check();
  await expect(dialog.getByLabel('Public link')).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: 'Private' })).toBeChecked();
  await expect(async () => expect((await reader.reload())?.status()).toBe(404)).toPass();
  await expect(reader.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await reader.context().close();
});

test('the settings of a page show its public link once they are saved, and say when it leads nowhere', async ({
  person,
}) => {
  await person.setViewportSize({ width: 1280, height: 800 });
  await signUp(person, newAccount('Sam Settings'));
  await createPage(person, 'Diary');
  const settings = person.getByRole('dialog', { name: 'Page Settings' });
  const openSettings = async (name: string) => {
    await person.getByRole('treeitem', { name }).click({ button: 'right' });
    await person.getByRole('menuitem', { name: 'Settings' }).click();
  };
  await openSettings('Diary');
  await settings.getByRole('radio', { name: 'Public' }).check();
  await expect(settings.getByLabel('Public link')).toHaveCount(0);
  await settings.getByRole('button', { name: 'Save Settings' }).click();
  await expect(settings).toBeHidden();
  await openSettings('Diary');
  await expect(settings.getByLabel('Public link')).toHaveValue(/\/p\//);
  await settings.getByRole('radio', { name: 'Private' }).check();
  await settings.getByRole('button', { name: 'Save Settings' }).click();
  await expect(settings).toBeHidden();

  await person.getByRole('treeitem', { name: 'Diary' }).hover();
  await person.getByRole('treeitem', { name: 'Diary' }).click({ button: 'right' });
  await person.keyboard.press('Escape');
  await openShare(person);
  await expect(shareDialog(person).getByRole('radio', { name: 'Private' })).toBeChecked();
});

test('public pages are readable by everyone, on a phone and a large screen', async ({
  person,
  browser,
  trellis,
}) => {
  await signUp(person, newAccount('Rita Reader'));
  await createPage(person, 'A name that is rather long, as names of pages are when people do not hold back');
  await write(
    person,
    'Intro.\n\n## Table\n\n| one | two | three | four | five | six |\n|---|---|---|---|---|---|\n| 111111111111 | 22222222222 | 3333333333 | 44444444 | 5555555555 | 666666666 |\n\n> quote\n\n```\ncode that goes on and on and on and on and on and on and on and on and on and on\n```\n\n- [ ] to do\n\n1. one',
  );
  await saved(person);
  await openShare(person);
  await shareDialog(person).getByRole('radio', { name: 'Public' }).check();
  const address = await shareDialog(person).getByLabel('Public link').inputValue();
  for (const width of [360, 1280]) {
    const context = await browser.newContext({ baseURL: trellis.url, viewport: { width, height: 800 } });
    const reader = await context.newPage();
    const requests: string[] = [];
    reader.on('request', (request) => requests.push(request.url()));
    await reader.goto(address);
    await expectAccessibleInBothThemes(reader);
    const overflow = await reader.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(requests.filter((url) => !/\/p\/|favicon/.test(url))).toEqual([]);
    if (process.env.LOOK)
      for (const colorScheme of ['light', 'dark'] as const) {
        await reader.emulateMedia({ colorScheme });
        await reader.screenshot({
          path: `${process.env.LOOK}/public-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    await context.close();
  }
});
