/** Several workspaces: which one is open, and the way from one into another. For the screens see web/test/workspace. */
import type { Page } from '@playwright/test';
import {
  createPage,
  expect,
  newAccount,
  newBrowser,
  openWorkspace,
  signUp,
  test,
} from '../support/journey.ts';
import { letIn } from '../support/membership.ts';

const row = (page: Page, name: string) => page.getByRole('treeitem', { name });

test('a link leads into another workspace in its tab alone, and the menu leads there, too', async ({
  person,
  browser,
  trellis,
}) => {
  const [owner, member] = [newAccount('Ada Lovelace'), newAccount('Grace Hopper')];
  const elsewhere = await newBrowser(browser, trellis);
  const other = await elsewhere.newPage();
  await signUp(other, owner);
  await createPage(other, 'Plan of Ada');
  const addressAtAdas = other.url();
  await elsewhere.close();
  await signUp(person, member);
  await createPage(person, 'Plan of Grace');
  const own = person.url();

  await person.goto(addressAtAdas);
  await expect(person.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(openWorkspace(person, "Grace Hopper's Workspace")).toBeVisible();

  await letIn(trellis, { member, owner });
  // This tab's list of workspaces does not have Ada's yet.
  await person.goto(own);
  await expect(row(person, 'Plan of Grace')).toBeVisible();
  const tab = await person.context().newPage();
  await tab.goto(addressAtAdas);
  await expect(tab.getByLabel('Page title')).toHaveValue('Plan of Ada');
  await expect(openWorkspace(tab, "Ada Lovelace's Workspace")).toBeVisible();
  await expect(row(tab, 'Plan of Grace')).toHaveCount(0);

  // Another tab's workspace changes nothing here.
  await person.bringToFront();
  await person.reload();
  await expect(person.getByLabel('Page title')).toHaveValue('Plan of Grace');
  await openWorkspace(person, "Grace Hopper's Workspace").click();
  await person.getByRole('menuitemradio', { name: "Ada Lovelace's Workspace" }).click();
  await person.waitForURL('/dashboard');
  await expect(row(person, 'Plan of Ada')).toBeVisible();
  await tab.close();
});
