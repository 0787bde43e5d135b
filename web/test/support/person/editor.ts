/** A person's actions in an open page. */
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openApp } from '../open-app.tsx';
import { signedIn, type Workspace } from '../server/workspace.ts';
import { all, insert, press, see, text, textOf, type } from './person.ts';

export const content = (): Locator => page.getByLabelText('Page content');
export const title = (): Locator => page.getByLabelText('Page title');

const LINES = '.page-editor .cm-content .cm-line';

/** Waits until the editor's lines are shown so. */
export const lines = (expected: readonly string[]): Promise<void> =>
  expect.poll(() => all(LINES).map(textOf)).toEqual(expected);

/** Waits until one of them is. */
export const line = (at: number, expected: string): Promise<void> =>
  expect.poll(() => all(LINES).map(textOf)[at]).toBe(expected);

/** The page's Markdown, mark by mark. */
export async function source(): Promise<string> {
  await page.getByRole('button', { name: 'Markdown source' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Markdown source' }))
    .toHaveAttribute('aria-pressed', 'true');
  const shown = all(LINES).map((one) => one.textContent);
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect
    .element(page.getByRole('button', { name: 'Write', exact: true }))
    .toHaveAttribute('aria-pressed', 'true');
  return shown.join('\n');
}

interface OpenedPage {
  readonly workspace: Workspace;
  readonly id: string;
  /** As after a reload. */
  reopen(): Promise<void>;
}

/** Opens an empty page, and writes this at its beginning. */
export async function openPage(written = '', name = 'Draft'): Promise<OpenedPage> {
  const workspace = signedIn();
  const id = workspace.addPage({ name });
  const reopen = () => openApp(`/dashboard/pages/${id}`);
  await reopen();
  // With it come the keys.
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  await content().click();
  if (written !== '') await insert(written);
  return { workspace, id, reopen };
}

/** Types into the page's Markdown. */
export async function write(words: string): Promise<void> {
  await content().click();
  await press('ControlOrMeta+End');
  await type(words);
}

export const saveStatus = (): string => all('.save-status').map(textOf).join();

/** Saves as people do by habit, and waits until that is done. */
export async function saved(): Promise<void> {
  if (document.activeElement?.matches('.cm-content')) await press('ControlOrMeta+s');
  await isSaved();
}

/** Waits until it is: a long test outlives the patience of a page without a live connection. */
export const isSaved = (): Promise<void> =>
  expect.poll(saveStatus).toMatch(/^Saved(• Live connection lost)?$/);

export const reads = (expected: string): Promise<void> => text(content(), expected);
