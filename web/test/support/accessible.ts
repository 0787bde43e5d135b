/**
 * The check for accessibility faults that every screen and every test's last state must pass, as in the journeys. What
 * was found without a fault in this run is not looked at again.
 */
import axe, { type RunOnly } from 'axe-core';
import { expect } from 'vitest';
import { commands } from 'vitest/browser';
import { listParts } from './screen-parts.ts';

const EVERY_RULE: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
/** What depends on the theme; all else is the same in both. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** @param part a selector of what is looked at, the whole page when left out */
export async function expectAccessible(part = 'html'): Promise<void> {
  const { theme, parts } = listParts(part);
  const underEveryRule = parts.map((one) => `every rule ${one}`);
  const inThisTheme = parts.map((one) => `${theme} ${one}`);
  const isNew = !(await commands.areChecked(underEveryRule));
  if (!isNew && (await commands.areChecked(inThisTheme))) return;
  // Half-faded colours of an animation would count as low contrast.
  await commands.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await axe.run(part, {
    runOnly: isNew ? EVERY_RULE : COLOUR_RULES,
    resultTypes: ['violations'],
  });
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(faults, location.pathname).toEqual([]);
  await commands.addChecked(isNew ? [...underEveryRule, ...inThisTheme] : inThisTheme);
}

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBothThemes(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await commands.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible();
  }
}
