/// <reference lib="dom" />
/** Earlier versions of a page are read, compared word by word, and restored without losing later text. */
import type { Page } from '@playwright/test';
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  saveStatus,
  signIn,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { callAsOperator } from '../support/operator.ts';
import { toast } from '../support/toast.ts';
import type { TrellisProcess } from '../support/trellis-process.ts';

const versions = (page: Page) => page.getByRole('navigation', { name: 'Versions' }).getByRole('link');
const changes = (page: Page) => page.getByRole('region', { name: 'Changes' });

/** The versions are from longer ago. */
async function letTimePass(trellis: TrellisProcess): Promise<void> {
  const body = { created_at: '2026-01-01T00:00:00Z' };
  await callAsOperator(trellis, 'rest/v1/page_versions?page_id=not.is.null', { method: 'PATCH', body });
}

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Page actions' }).click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  await expect(page.getByRole('heading', { name: 'Version history', level: 1 })).toBeVisible();
}

test('a version is read and restored, while the page is open elsewhere', async ({
  person,
  browser,
  trellis,
}) => {
  const ada = newAccount('Ada Lovelace');
  await signUp(person, ada);
  await createPage(person, 'Plan');
  await write(person, 'Meet on Monday.');
  await saved(person);

  // Her other device, later: what is written together within ten minutes is one version.
  await letTimePass(trellis);
  const device = await newBrowser(browser, trellis);
  const phone = await device.newPage();
  await signIn(phone, ada);
  await phone.goto(new URL(person.url()).pathname);
  await expect(content(phone)).toHaveText('Meet on Monday.');
  await write(phone, ' Bring cake.');
  await saved(phone);

  await openHistory(person);
  await expect(versions(person)).toHaveCount(2);
  await expect(versions(person).first()).toContainText('Current');
  await expect(versions(person).first()).toContainText('Ada Lovelace');
  await expect(changes(person).locator('ins')).toHaveText(' Bring cake.');
  await expect(changes(person).getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
  await versions(person).last().click();
  await expect(changes(person)).toContainText('First version by Ada Lovelace');
  await changes(person).getByRole('button', { name: 'Restore this version' }).click();
  await expect(toast(person, 'Version restored')).toBeVisible();
  await expect(content(person)).toHaveText('Meet on Monday.');

  // The other device looks when it comes to the front; its own words stay.
  await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(content(phone)).toHaveText('Meet on Monday.');
  await letTimePass(trellis);
  await write(phone, ' At noon.');
  // In its own time: the list that was read within the last second is not read again.
  await expect(saveStatus(phone)).toHaveText('Unsaved changes • Auto-saving...');
  await expect(saveStatus(phone)).toHaveText('Saved');
  await device.close();

  await openHistory(person);
  await expect(versions(person)).toHaveCount(4);
  await expect(changes(person).locator('ins')).toHaveText(' At noon.');
  await versions(person).nth(1).click();
  await expect(changes(person).locator('del')).toHaveText(' Bring cake.');
});
