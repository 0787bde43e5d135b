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
  readonly listParts: (within: string) => Omit<ScreenParts, 'known'> | Promise<Omit<ScreenParts, 'known'>>;
  readonly areChecked: (parts: readonly string[]) => readonly boolean[] | Promise<readonly boolean[]>;
  readonly addChecked: (parts: readonly string[]) => void | Promise<void>;
  /** Runs axe in the screen, with nothing half faded, and at least on its fresh parts. */
  readonly look: (
    within: string,
    options: RunOptions,
    fresh: ReadonlySet<string>,
  ) => Promise<readonly Result[]>;
}

/** @returns whether all parts of the screen have been checked in each of these schemes of colours, without a look at them */
export async function isCheckedIn(screen: CheckedScreen, schemes: readonly string[]): Promise<boolean> {
  const { chosen, parts } = await screen.listParts('html');
  const kinds = ['every rule', ...schemes.map((scheme) => themeOf(chosen, scheme))];
  return !(await screen.areChecked(kinds.flatMap((kind) => keysOf(kind, parts)))).includes(false);
}

const themeOf = (chosen: string, scheme: string) => `${chosen} ${scheme}`;
const keysOf = (kind: string, parts: readonly string[]) => parts.map((part) => `${kind} ${part}`);

/**
 * @param within a selector of the part to check
 * @returns the faults, each with where it is
 */
export async function findFaults(screen: CheckedScreen, within: string): Promise<string[]> {
  const { chosen, scheme, parts } = await screen.listParts(within);
  const underEveryRule = keysOf('every rule', parts);
  const inThisTheme = keysOf(themeOf(chosen, scheme), parts);
  const checked = await screen.areChecked([...underEveryRule, ...inThisTheme]);
  const isNew = checked.slice(0, parts.length).includes(false);
  const isFresh = (at: number) => !(checked[at] && checked[parts.length + at]);
  const fresh = new Set(parts.filter((_, at) => isFresh(at)));
  if (fresh.size === 0) return [];
  const options = { runOnly: isNew ? EVERY_RULE : COLOUR_RULES, resultTypes: ['violations'] } as RunOptions;
  const violations = await screen.look(within, options, fresh);
  if (violations.length === 0)
    await screen.addChecked(isNew ? [...underEveryRule, ...inThisTheme] : inThisTheme);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
