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
  /** @returns those of the parts that are not checked yet */
  readonly unchecked: (parts: readonly string[]) => readonly string[] | Promise<readonly string[]>;
  readonly addChecked: (parts: readonly string[]) => void | Promise<void>;
  /** Runs axe in the screen, with nothing half faded, wherever there is anything of the fresh parts. */
  readonly look: (
    within: string,
    fresh: readonly string[],
    options: RunOptions,
  ) => Promise<readonly Result[]>;
}

/**
 * @param within a selector of the part to check
 * @returns the faults, each with where it is
 */
export async function findFaults(screen: CheckedScreen, within: string): Promise<string[]> {
  const { theme, parts } = await screen.listParts(within);
  const everyRule = await screen.unchecked(parts.map((part) => `every rule ${part}`));
  const inThisTheme = await screen.unchecked(parts.map((part) => `${theme} ${part}`));
  if (everyRule.length + inThisTheme.length === 0) return [];
  const fresh = new Set([...everyRule, ...inThisTheme].map((name) => name.slice(name.lastIndexOf(' ') + 1)));
  const violations = await screen.look(within, [...fresh], {
    runOnly: everyRule.length > 0 ? EVERY_RULE : COLOUR_RULES,
    resultTypes: ['violations'],
  });
  if (violations.length === 0) await screen.addChecked([...everyRule, ...inThisTheme]);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
