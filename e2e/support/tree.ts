/** What a person does with the page tree. */
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

/** Waits until the tree reads so, each page as its name behind two blanks for each page above it. */
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
