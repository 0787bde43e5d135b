/// <reference lib="dom" />
/** The check for accessibility faults that every screen and every journey's last state must pass. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { type CheckedScreen, findFaults } from '../../web/test/support/person/accessibility-faults.ts';
import { listParts } from '../../web/test/support/person/screen-parts.ts';
import { CheckedParts } from './checked-parts.ts';

// A screen does not depend on its database.
const isChecked = !process.env.TEST_DATABASE_URL;

/** @param part a selector of the part to check; the whole page without one */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  if (!isChecked) return;
  expect(await findFaults(screenOf(page), part), page.url()).toEqual([]);
}

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  if (!isChecked) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    // Half-faded colours of an animation would count as low contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
}

function screenOf(page: Page): CheckedScreen {
  const checked = new CheckedParts();
  return {
    listParts: (within) => page.evaluate(listParts, within),
    areChecked: (parts) => parts.map((part) => checked.has(part)),
    addChecked: (parts) => checked.add(parts),
    look: async (within, options) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // Half a megabyte, so only where it is not yet.
      for (const frame of page.frames())
        if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
      return page.evaluate(
        async ({ within, options }) => {
          const { axe: inPage } = window as unknown as { axe: typeof axe };
          return (await inPage.run(within, options)).violations;
        },
        { within, options },
      );
    },
  };
}
