/** Several workspaces: which one is open, and the ways from one into another. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { createPage, expect, newAccount, newBrowser, signUp, test } from '../support/journey.ts';
import { letIn } from '../support/membership.ts';

const switcher = (page: Page) => page.getByRole('button', { name: /^Workspace:/ });
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name });
const row = (page: Page, name: string) => page.getByRole('treeitem', { name });

test('the sidebar says which workspace is open, and leads into the others', async ({
  person,
  browser,
  trellis,
}) => {
  // Several browsers, one after the other.
  test.slow();
  const [owner, member] = [newAccount('Ada Lovelace'), newAccount('Grace Hopper')];
  const elsewhere = await newBrowser(browser, trellis);
  const other = await elsewhere.newPage();
  await signUp(other, owner);
  await createPage(other, 'Plan of Ada');
  const addressAtAdas = other.url();
  await signUp(person, member);
  await createPage(person, 'Plan of Grace');
  const own = person.url();

  await person.goto(addressAtAdas);
  await expect(person.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(switcher(person)).toHaveAccessibleName("Workspace: Grace Hopper's Workspace");

  await letIn(trellis, { member, owner });
  // This tab's list of workspaces does not have Ada's yet.
  await person.goto(own);
  await expect(row(person, 'Plan of Grace')).toBeVisible();
  const tab = await person.context().newPage();
  await tab.goto(addressAtAdas);
  await expect(tab.getByLabel('Page title')).toHaveValue('Plan of Ada');
  await expect(switcher(tab)).toHaveAccessibleName("Workspace: Ada Lovelace's Workspace");
  await expect(row(tab, 'Plan of Ada')).toHaveAttribute('aria-selected', 'true');
  await expect(row(tab, 'Plan of Grace')).toHaveCount(0);

  // Another tab's workspace changes nothing here.
  await person.bringToFront();
  await person.reload();
  await expect(person.getByLabel('Page title')).toHaveValue('Plan of Grace');
  await expect(switcher(person)).toHaveAccessibleName("Workspace: Grace Hopper's Workspace");
  // The next workspace does not inherit the page filter.
  await person.getByLabel('Filter pages').fill('Grace');
  await switcher(person).focus();
  await person.keyboard.press('Enter');
  await expect(choice(person, "Grace Hopper's Workspace")).toBeChecked();
  await expect(choice(person, "Grace Hopper's Workspace")).toContainText('Owner');
  await expect(choice(person, "Ada Lovelace's Workspace")).toContainText('Member');
  await expectAccessibleInBothThemes(person);
  await person.keyboard.press('Escape');
  await expect(switcher(person)).toBeFocused();
  // The menu's items have loaded by now.
  await person.keyboard.press('ArrowDown');
  await expect(choice(person, "Grace Hopper's Workspace")).toBeFocused();
  await person.keyboard.press('ArrowDown');
  await expect(choice(person, "Ada Lovelace's Workspace")).toBeFocused();
  await person.keyboard.press('Enter');
  await person.waitForURL('/dashboard');
  await expect(switcher(person)).toHaveAccessibleName("Workspace: Ada Lovelace's Workspace");
  await expect(switcher(person)).toBeFocused();
  await expect(row(person, 'Plan of Ada')).toBeVisible();
  await tab.close();

  await person.goto('/dashboard/settings');
  const card = person.getByRole('region', { name: 'Workspaces' });
  await expect(card.getByRole('listitem')).toHaveText([
    /Grace Hopper's Workspace.*Owner/,
    /Ada Lovelace's Workspace.*Member/,
  ]);
  await card.getByRole('link', { name: "Manage Workspace Grace Hopper's Workspace" }).click();
  await expect(person.getByRole('textbox', { name: 'Workspace Name' })).toHaveCount(0);
  await expect(switcher(person)).toHaveAccessibleName("Workspace: Grace Hopper's Workspace");
  await expect(person.getByRole('heading', { name: 'Members (1)' })).toBeVisible();

  await person.setViewportSize({ width: 360, height: 740 });
  await person.getByRole('button', { name: 'Open menu' }).click();
  await switcher(person).click();
  await person.getByRole('menuitem', { name: 'New workspace' }).click();
  await expect(switcher(person)).toHaveCount(0);
  const dialog = person.getByRole('dialog', { name: 'Create organization' });
  await dialog.getByLabel('Name').fill('Analytical Engines');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(person.getByRole('main').getByRole('listitem').filter({ hasText: 'Engines' })).toContainText(
    'Owner · 1 member',
  );
  await person.getByRole('button', { name: 'Open menu' }).click();
  await expect(switcher(person)).toHaveAccessibleName('Workspace: Analytical Engines');
  await switcher(person).click();
  await choice(person, "Ada Lovelace's Workspace").click();
  await person.waitForURL('/dashboard');
  await person.getByRole('button', { name: 'Open menu' }).click();
  await expect(switcher(person)).toHaveAccessibleName("Workspace: Ada Lovelace's Workspace");
  await switcher(person).click();
  await expect(choice(person, 'Analytical Engines')).toBeInViewport();
  await elsewhere.close();
});
