/// <reference lib="dom" />
/**
 * The check for accessibility faults that every screen and every journey's last state must pass. What was found without
 * a fault in this run is not looked at again: many journeys end on the same screens.
 */
import { expect, type Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { listParts } from '../../web/test/support/screen-parts.ts';
import { CheckedParts } from './checked-parts.ts';

const EVERY_RULE: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
/** What depends on the theme; all else is the same in both. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

// A screen does not depend on which database is behind it.
const isChecked = !process.env.TEST_DATABASE_URL;

/** @param part a selector of what is looked at, the whole page when left out */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  if (!isChecked) return;
  const { theme, parts } = await page.evaluate(listParts, part);
  const checked = new CheckedParts();
  const isNew = !checked.hasAll('every rule', parts);
  if (!isNew && checked.hasAll(theme, parts)) return;
  await expectNoFaults(page, part, isNew ? EVERY_RULE : COLOUR_RULES);
  checked.add(theme, parts);
  if (isNew) checked.add('every rule', parts);
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

async function expectNoFaults(page: Page, part: string, runOnly: RunOnly): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Half a megabyte, so only where it is not yet.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const faults = await page.evaluate(
    async ({ part, runOnly }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(part, { runOnly, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    { part, runOnly },
  );
  expect(faults, page.url()).toEqual([]);
}
