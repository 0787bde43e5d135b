/** Loading parts already have the place that they need: nothing moves when they come. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAnew } from '../support/open-app.tsx';
import { see } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const PAGE = 'c0ffee00-0000-4000-8000-000000000000';
const ANSWERS_AFTER_MS = 50;
const STEADY_MS = 400;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @returns how much has moved since, as browsers count it; and counts no longer */
function watchShifts(): () => number {
  let total = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) total += (entry as PerformanceEntry & { readonly value: number }).value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  return () => {
    add(observer.takeRecords());
    observer.disconnect();
    return total;
  };
}

test.for([
  ['/dashboard', 'Level'],
  [`/dashboard/pages/${PAGE}`, 'Some words on the page.'],
  ['/dashboard/settings', 'Danger Zone'],
  ['/dashboard/settings/workspace', 'Members (1)'],
] as const)('nothing moves on %s once it is there', async ([address, sign]) => {
  const workspace = signedIn({
    pages: [{ id: PAGE, name: 'Level', content: 'Some words on the page.' }],
  });
  server().say(...accountOf(workspace), ...noNotion);
  // As over a line: what stands in for an answer is drawn before it comes.
  server().say(async () => {
    await pause(ANSWERS_AFTER_MS);
    return undefined;
  });
  const shifted = watchShifts();
  await openAnew(address);
  await see(page.getByText(sign).first());
  await pause(STEADY_MS);
  expect(shifted()).toBeLessThan(0.005);
});
