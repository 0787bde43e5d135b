/** The check for accessibility faults that every screen and every journey's last state must pass. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** @param part a selector of what is looked at, the whole page when left out */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // Half-faded colours of an animation would count as low contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).include(part).withTags(LEVELS).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(faults, page.url()).toEqual([]);
}

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}
