/// <reference lib="dom" />
/**
 * Looks for accessibility faults on a screen, for the journeys as for the tests of the app's parts. A part of a
 * screen that was found without a fault in this run is not looked at again: many tests end on the same screens.
 */
import type { Result, RunOnly, RunOptions } from 'axe-core';
import type { ScreenParts } from './screen-parts.ts';

const EVERY_RULE: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
/** These rules depend on the theme; the others do not. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** The screen, as a test can reach it, and what this run remembers of it. */
export interface CheckedScreen {
  readonly listParts: (within: string) => ScreenParts | Promise<ScreenParts>;
  readonly areChecked: (parts: readonly string[]) => boolean | Promise<boolean>;
  readonly addChecked: (parts: readonly string[]) => void | Promise<void>;
  /** Runs axe in the screen, with nothing half faded. */
  readonly look: (within: string, options: RunOptions) => Promise<readonly Result[]>;
}

/**
 * @param within a selector of the part to check
 * @returns the faults, each with where it is
 */
export async function findFaults(screen: CheckedScreen, within: string): Promise<string[]> {
  const { theme, parts } = await screen.listParts(within);
  const underEveryRule = parts.map((part) => `every rule ${part}`);
  const inThisTheme = parts.map((part) => `${theme} ${part}`);
  const isNew = !(await screen.areChecked(underEveryRule));
  if (!isNew && (await screen.areChecked(inThisTheme))) return [];
  const violations = await screen.look(within, {
    runOnly: isNew ? EVERY_RULE : COLOUR_RULES,
    resultTypes: ['violations'],
  });
  if (violations.length === 0)
    await screen.addChecked(isNew ? [...underEveryRule, ...inThisTheme] : inThisTheme);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
