/** A person's actions in the page tree. */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

export function row(page: Page, name: string | RegExp): Locator {
  return page.getByRole('treeitem', { name });
}

/** Chooses from the menu of a page's row. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Adds a page under another one, and opens it. */
export async function createSubpage(page: Page, parent: string, name: string): Promise<void> {
  await row(page, parent).hover();
  await page.getByRole('button', { name: `Add a page under ${parent}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Subpage' });
  await dialog.getByLabel('Page Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByLabel('Page title')).toHaveValue(name);
}

export async function deletePage(page: Page, name: string): Promise<void> {
  await choose(page, name, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
}

/** Waits until the tree reads so, each page as its name after two blanks for each page above it. */
export async function expectTree(page: Page, lines: readonly string[]): Promise<void> {
  await expect
    .poll(() =>
      page.getByRole('treeitem').evaluateAll((rows) =>
        rows
          .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((row) => {
            const depth = Number(row.getAttribute('aria-level')) - 1;
            return '  '.repeat(depth) + row.querySelector('a')?.textContent;
          }),
      ),
    )
    .toEqual(lines);
}

interface NewPage {
  readonly id?: string;
  readonly name: string;
  readonly parent_id?: string | null;
  readonly order_index?: number;
  readonly content?: string;
}

// Ten thousand at once take longer than a statement may, and on a busy machine a thousand do.
const ADDED_AT_ONCE = 250;

/** Adds pages as the person who is signed in, as another program would. Reloads the screen. */
export async function addPages(page: Page, pages: readonly NewPage[]): Promise<void> {
  const asked = page.waitForRequest((request) => request.url().includes('/rest/v1/organization_members'));
  await page.reload();
  const { apikey = '', authorization = '' } = await (await asked).allHeaders();
  const headers = { apikey, authorization };
  const [organization] = await (
    await page.request.get('/rest/v1/organizations?select=id&limit=1', { headers })
  ).json();
  // Rows of one request have the same columns.
  const data = pages.map((each) => ({
    id: randomUUID(),
    parent_id: null,
    content: '',
    ...each,
    organization_id: organization.id,
  }));
  for (let at = 0; at < data.length; at += ADDED_AT_ONCE) {
    const batch = data.slice(at, at + ADDED_AT_ONCE);
    const answer = await page.request.post('/rest/v1/pages', { headers, data: batch });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  await page.reload();
}
