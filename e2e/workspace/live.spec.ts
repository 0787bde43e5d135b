/**
 * Two people in one workspace, on Postgres at two servers: what one of them does is on the other's screen without a reload,
 * also when the server was away meanwhile. For each kind of message see web/test/workspace/live.test.ts.
 */
import type { Page } from '@playwright/test';
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { letIn, moveIn, shutOut } from '../support/membership.ts';
import { choose, createSubpage, deletePage, expectTree, row } from '../support/tree.ts';

/** The app hears of changes from then on. */
const live = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/rest/v1/rpc/list_page_changes') && answer.ok());

test('what one person does is on the screen of the other, and a removed one loses the workspace @postgres', async ({
  person: ada,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace Hopper');
  await signUp(ada, owner);
  await using neighbour = await trellis.neighbour();
  const elsewhere = await newBrowser(browser, neighbour);
  const grace = await elsewhere.newPage();
  await signUp(grace, member);
  await moveIn(trellis, { member, owner });
  await Promise.all([live(grace), grace.goto('/dashboard')]);

  await createPage(ada, 'Plan');
  await expectTree(grace, ['Plan']);
  await createSubpage(ada, 'Plan', 'Details');
  await row(grace, 'Plan').getByRole('button', { name: 'Expand' }).click();
  await expectTree(grace, ['Plan', '  Details']);
  await row(grace, 'Plan').getByRole('link').click();
  await row(ada, 'Plan').getByRole('link').click();
  await write(ada, 'Hello from Ada.');
  await saved(ada);
  await expect(content(grace)).toContainText('Hello from Ada.');
  await expect(ada.getByRole('group', { name: 'Also here: Grace Hopper' })).toBeVisible();
  await expect(grace.getByRole('button', { name: 'Follow Ada Lovelace' })).toBeVisible();
  await write(grace, ' And from Grace.');
  await saved(grace);
  await expect(content(ada)).toContainText('Hello from Ada. And from Grace.');
  await deletePage(grace, 'Details');
  await expectTree(ada, ['Plan']);

  // A private page goes for the other one, and comes back.
  await choose(ada, 'Plan', 'Settings');
  const settings = ada.getByRole('dialog', { name: 'Page Settings' });
  await settings.getByRole('radio', { name: 'Private' }).check();
  await settings.getByRole('button', { name: 'Save Settings' }).click();
  await expectTree(grace, []);

  await grace.goto('/dashboard');
  await createPage(ada, 'Shared');
  await expectTree(grace, ['Shared']);
  await shutOut(trellis, { member, owner });
  await expect(row(grace, 'Shared')).toHaveCount(0);
  await expect(grace.getByText("You no longer have access to Ada Lovelace's Workspace.")).toBeVisible();
  await expect(ada.getByRole('group', { name: /^Also here/ })).toHaveCount(0);
  await createPage(ada, 'Not for Grace');
  await letIn(trellis, { member, owner });
  await expect(grace.getByText('Not for Grace')).toHaveCount(0);
  await elsewhere.close();
});

test('changes from while the server was away are there when it is back', async ({
  person: ada,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  await signUp(ada, owner);
  const elsewhere = await newBrowser(browser, trellis);
  const phone = await elsewhere.newPage();
  await signUp(phone, newAccount('Grace Hopper'));
  const session = await ada.evaluate(() => localStorage.getItem('trellis-auth'));
  await phone.evaluate((kept) => localStorage.setItem('trellis-auth', String(kept)), session);
  await Promise.all([live(phone), phone.goto('/dashboard')]);
  await createPage(ada, 'Before');
  await expectTree(phone, ['Before']);
  await trellis.stop('SIGKILL');
  await trellis.start();
  await createPage(ada, 'After');
  await expectTree(phone, ['Before', 'After']);
  await elsewhere.close();
});
