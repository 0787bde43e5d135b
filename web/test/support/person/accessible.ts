/** The check for accessibility faults that every screen and every test's last state must pass, as in the journeys. */
import axe from 'axe-core';
import { expect } from 'vitest';
import { commands } from 'vitest/browser';
import { type CheckedScreen, findFaults, isCheckedIn } from './accessibility-faults.ts';
import { listParts } from './screen-parts.ts';

/** So much this page knows of what the whole run has checked. */
const known = new Set<string>();

const screen: CheckedScreen = {
  listParts,
  areChecked: async (parts) => {
    const asked = parts.filter((part) => !known.has(part));
    const checked = asked.length === 0 ? [] : await commands.areChecked(asked);
    for (const [at, part] of asked.entries()) if (checked[at]) known.add(part);
    return parts.map((part) => known.has(part));
  },
  addChecked: async (parts) => {
    for (const part of parts) known.add(part);
    await commands.addChecked(parts);
  },
  look: async (within, options, fresh) => {
    // Half-faded colours of an animation would count as low contrast.
    await commands.emulateMedia({ reducedMotion: 'reduce' });
    const { known } = listParts(within, (part) => fresh.has(part));
    return (await axe.run({ include: within, exclude: [...known] }, options)).violations;
  },
};

/** @param part a selector of the part to check; the whole page without one */
export async function expectAccessible(part = 'html'): Promise<void> {
  expect(await findFaults(screen, part), location.pathname).toEqual([]);
}

/** The same in the light and in the dark theme. */
export async function expectAccessibleInBothThemes(): Promise<void> {
  // A look at the other theme lays the whole screen out again.
  if (await isCheckedIn(screen, ['light', 'dark'])) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await commands.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible();
  }
}
