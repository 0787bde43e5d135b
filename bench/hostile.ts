/// <reference lib="dom" />
/**
 * `npm run bench:hostile`: opens texts that somebody might write to freeze a colleague's browser, in headless Chromium: in the editor,
 * the reading view, the comparison of two versions, on paper and on the public page. For each it prints the longest task in milliseconds of
 * processor time, and how long a key waited at most. `-- --only=footnotes,items --screen=reading` for less;
 * `--folder=<folder>` measures another checkout (with its build), `--url=` a server that runs already.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';
import { HOSTILE_PAGES } from './dataset/hostile-pages.ts';
import { type Wait, waitWhile, watchKeys } from './measure/longest-task.ts';
import { askAsPerson, signedInBrowser } from './measure/signed-in-browser.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    screen: { type: 'string' },
    folder: { type: 'string' },
    url: { type: 'string' },
  },
});

type Measure = (page: Page, session: CDPSession, id: string) => Promise<Wait>;

const SCREENS: Readonly<Record<string, Measure>> = {
  editor: (page, session, id) => waitWhile(page, session, () => page.goto(`/dashboard/pages/${id}`)),
  key: async (page, session, id) => {
    await page.goto(`/dashboard/pages/${id}`);
    await page.getByRole('button', { name: 'Read', exact: true }).waitFor();
    await page.getByLabel('Page content').focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.waitForTimeout(SETTLE_MS);
    return waitWhile(page, session, () => page.keyboard.type('aaa', { delay: SETTLE_MS / 5 }));
  },
  reading: async (page, session, id) => {
    await page.goto(`/dashboard/pages/${id}`);
    const read = page.getByRole('button', { name: 'Read', exact: true });
    await read.waitFor();
    await page.waitForTimeout(SETTLE_MS);
    return waitWhile(page, session, () => read.click());
  },
  compare: (page, session, id) => waitWhile(page, session, () => page.goto(`/dashboard/pages/${id}/history`)),
  paper: async (page, session, id) => {
    await page.goto(`/dashboard/pages/${id}`);
    await page.getByRole('button', { name: 'Read', exact: true }).waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    return waitWhile(page, session, async () => {
      await page.keyboard.press('ControlOrMeta+p');
      await page.locator('[data-printed]').waitFor({ state: 'attached', timeout: LONGEST_MS });
    });
  },
  public: (page, session, id) => waitWhile(page, session, () => page.goto(`/p/${id}`)),
};
const SETTLE_MS = 2500;
const LONGEST_MS = 120_000;

await using stack = new AsyncDisposableStack();
const first = await signedInBrowser(stack, {
  url: options.url,
  ...(options.folder && { folder: path.resolve(options.folder) }),
});
const [organization] = (await askAsPerson(first, 'GET', 'organizations?select=id')) as { id: string }[];
const only = options.only?.split(',') ?? [];
const screens = Object.entries(SCREENS).filter(([name]) => !options.screen || options.screen === name);
console.log(`| text | ${screens.map(([name]) => `${name}: task / key, ms`).join(' | ')} |`);
console.log(`| --- |${screens.map(() => ' ---: |').join('')}`);
for (const [name, content] of Object.entries(HOSTILE_PAGES)) {
  if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
  const id = await write(name, content);
  const cells: string[] = [];
  for (const [, measure] of screens) cells.push(await measured(measure, id));
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

/** @returns the page's id; it has a version from before the text */
async function write(name: string, content: string): Promise<string> {
  const id = randomUUID();
  await askAsPerson(first, 'POST', 'pages', {
    id,
    organization_id: organization?.id,
    name,
    content: 'Start',
    order_index: 0,
    visibility: 'public',
  });
  await askAsPerson(first, 'PATCH', `pages?id=eq.${id}`, { content: `Start\n\n${content}` });
  return id;
}

/** Each in a browser of its own: what one did is no other's work. */
async function measured(measure: Measure, id: string): Promise<string> {
  const context = await first
    .context()
    .browser()
    ?.newContext({
      baseURL: new URL(first.url()).origin,
      viewport: first.viewportSize(),
      storageState: await first.context().storageState(),
    });
  if (!context) throw new Error('The first page has no browser.');
  const page = await context.newPage();
  try {
    await watchKeys(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const { longestTask, longestKey } = await measure(page, session, id);
    return `${longestTask.toFixed(0)} / ${longestKey.toFixed(0)}`;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  } finally {
    await context.close();
  }
}
