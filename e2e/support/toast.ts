/** Finds the app's toasts. */
import type { Locator, Page } from '@playwright/test';

/** @returns the toast's title or description that reads exactly so */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
}
