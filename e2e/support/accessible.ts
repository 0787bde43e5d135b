/** The check for accessibility faults that every screen and every journey's last state must pass. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** What depends on the theme; all else is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

// A screen does not depend on which database is behind it, and these checks take a quarter of the journeys' time: on a
// Postgres server the journeys do without.
const isChecked = !process.env.TEST_DATABASE_URL;

/** @param part a selector of what is looked at, the whole page when left out */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  if (isChecked) await expectNoFaults(page, (axe) => axe.include(part).withTags(LEVELS));
}

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  if (!isChecked) return;
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page, (axe) => axe.withRules(COLOUR_RULES));
}

async function expectNoFaults(page: Page, limit: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // Half-faded colours of an animation would count as low contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Frames of other origins would need the other way, which opens a page of its own for each check. There are none.
  const { violations } = await limit(new AxeBuilder({ page }).setLegacyMode()).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(faults, page.url()).toEqual([]);
}
