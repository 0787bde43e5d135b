/// <reference lib="dom" />
/**
 * `npm run bench:hostile`: opens texts that somebody might write to freeze a colleague's browser, in headless Chromium: as a public
 * page, in the editor, in the reading view, all of it, on paper and compared with the version before. For each it prints when the first
 * words were there, the longest task in milliseconds of processor time, and how long a key waited at most for its frame. It fails where a
 * task took more than a second, or no words came, and where a long line takes a second of processor time more than a short page. It is
 * to take fifteen minutes at most on a machine that does little else, with a browser for each of two processors; beside ten to twenty busy
 * programs it took seventeen.
 * `-- --only=footnotes,items --screen=reading,paper` for less;
 * `--folder=<folder>` measures another checkout (with its build), `--url=` a server that runs already, and `--profile` leaves a CPU
 * profile of each in `bench/results/`.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { HOSTILE_PAGES } from './dataset/hostile-pages.ts';
import { Watch } from './measure/longest-task.ts';
import { askAsPerson, launchBrowser, signedInBrowser } from './measure/signed-in-browser.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    screen: { type: 'string' },
    folder: { type: 'string' },
    url: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});

interface Visit {
  readonly page: Page;
  readonly id: string;
}

/** Is over when the first words are there. @returns false where there is nothing to be seen */
type Show = (visit: Visit) => Promise<unknown>;

const FIRST = 'Here it begins.';
const KEY_PAUSE_MS = 400;
const LOOK_MS = 30;
const BROWSERS = 2;
/** Nobody is to wait longer for a browser that answers nothing. */
const LONGEST_TASK_MS = 1000;
const SHORT = 'a short page';
const LONG_LINES = ['a line of 100 KB', 'a line of 200 KB'];
const COMPARED = ['public', 'editor', 'key', 'reading'];
/** How much more processor time a long line may take on a screen than a short page. */
const LONGEST_MORE_MS = 1000;

const SCREENS: Readonly<Record<string, Show>> = {
  public: async ({ page, id }) => {
    await page.goto(`/p/${id}`, { waitUntil: 'commit' });
    return firstWords(page, 'body');
  },
  editor: async ({ page, id }) => {
    await page.goto(`/dashboard/pages/${id}`, { waitUntil: 'commit' });
    return firstWords(page, '.cm-content');
  },
  key: async ({ page }) => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('aaa', { delay: KEY_PAUSE_MS });
  },
  reading: async ({ page }) => {
    while (!(await clickOn(page, '.page-bar button', 'Read'))) await page.waitForTimeout(LOOK_MS);
    return firstWords(page, '.reading-view');
  },
  all: ({ page }) => clickOn(page, '.rest-of-page button', 'Show all'),
  paper: async ({ page }) => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.keyboard.press('ControlOrMeta+p');
    await page.locator('[data-printed]').waitFor({ state: 'attached' });
  },
  // By the browser's own menu: it takes what is there when the event ends.
  menu: ({ page }) =>
    page.evaluate(() => {
      for (const event of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(event));
    }),
  compare: ({ page, id }) => page.goto(`/dashboard/pages/${id}/history`, { waitUntil: 'commit' }),
};
const start = Date.now();
if (options.profile) await mkdir('bench/results', { recursive: true });

await using stack = new AsyncDisposableStack();
const first = await signedInBrowser(stack, {
  url: options.url,
  ...(options.folder && { folder: path.resolve(options.folder) }),
});
const [organization] = (await askAsPerson(first, 'GET', 'organizations?select=id')) as { id: string }[];
const only = options.only?.split(',') ?? [];
const wanted = options.screen?.split(',') ?? Object.keys(SCREENS);
console.log('Shown / longest task / longest key in ms; * busy for longer than it was watched.\n');
console.log(`| text | ${wanted.join(' | ')} |`);
console.log(`| --- |${wanted.map(() => ' ---: |').join('')}`);
const storageState = await first.context().storageState();
const faults: string[] = [];
/** The texts with a screen that never answered. */
const broken = new Set<string>();
/** By text and screen, in milliseconds. */
const works = new Map<string, number>();
const left = Object.entries(HOSTILE_PAGES).filter(
  ([name]) => only.length === 0 || only.some((part) => name.includes(part)),
);
await Promise.all(Array.from({ length: BROWSERS }, visitAll));
console.log('\nProcessor time of the thread of the page, until it is quiet:');
compareLongLines();
console.log(`\n${Math.round((Date.now() - start) / 1000)} s.`);
for (const fault of faults) console.log(`Fault: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** @returns a context in a browser of its own, signed in as the first one is */
async function signedInContext(browsers: AsyncDisposableStack): Promise<BrowserContext> {
  const browser = await launchBrowser(browsers);
  const baseURL = new URL(first.url()).origin;
  const context = await browser.newContext({ baseURL, viewport: first.viewportSize(), storageState });
  // A device remembers that the page before was read, and would open the next one without its editor.
  await context.addInitScript(() => localStorage.removeItem('trellis-editor-mode'));
  return context;
}

async function visitAll(): Promise<void> {
  while (left.length > 0) {
    await using browsers = new AsyncDisposableStack();
    await visitUntilFault(await signedInContext(browsers));
  }
}

/** A page that is frozen works on when it is closed, and the next one in its browser would be blamed for that. */
async function visitUntilFault(context: BrowserContext): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, content] = next;
    const id = await write(name, content);
    const page = await context.newPage();
    // The watch says when it has waited for long enough.
    page.setDefaultTimeout(0);
    const cells = await visit(name, page, id);
    console.log(`| ${name} | ${wanted.map((screen) => cells.get(screen) ?? '').join(' | ')} |`);
    if (broken.has(name)) return;
    await page.close();
  }
}

/** Each screen's work is over when nothing is left to be done. */
function compareLongLines(): void {
  for (const line of LONG_LINES)
    for (const screen of COMPARED) {
      const [short, long] = [works.get(`${SHORT} ${screen}`), works.get(`${line} ${screen}`)];
      if (short === undefined || long === undefined) continue;
      console.log(`${line}, ${screen}: ${long.toFixed(0)} ms, a short page ${short.toFixed(0)} ms.`);
      if (long - short > LONGEST_MORE_MS)
        faults.push(`${line}: ${screen}: ${(long - short).toFixed(0)} ms more than a short page`);
    }
}

/** @returns the page's id; it has a version from before the text */
async function write(name: string, content: string): Promise<string> {
  const id = randomUUID();
  const text = content.startsWith('---') ? `${content}\n\n${FIRST}` : `${FIRST}\n\n${content}`;
  await askAsPerson(first, 'POST', 'pages', {
    id,
    organization_id: organization?.id,
    name,
    content: FIRST,
    order_index: 0,
    visibility: 'public',
  });
  await askAsPerson(first, 'PATCH', `pages?id=eq.${id}`, { content: text });
  return id;
}

/** Playwright would work out the name of every button of the page, which takes seconds of its thread's time. @returns whether it is there */
function clickOn(page: Page, selector: string, name: string): Promise<boolean> {
  return page.evaluate(
    ([buttons, words]) => {
      const found = [...document.querySelectorAll<HTMLElement>(buttons)].find((one) =>
        (one.ariaLabel ?? one.textContent).startsWith(words),
      );
      found?.click();
      return found !== undefined;
    },
    [selector, name] as const,
  );
}

/** Looks now and then, since a busy browser may draw no frame for long. */
async function firstWords(page: Page, selector: string): Promise<void> {
  const isThere = ([within, words]: readonly [string, string]) => {
    const element = document.querySelector<HTMLElement>(within);
    return element?.checkVisibility() && element.textContent.includes(words);
  };
  while (!(await page.evaluate(isThere, [selector, FIRST] as const))) await page.waitForTimeout(LOOK_MS);
}

async function visit(text: string, page: Page, id: string): Promise<ReadonlyMap<string, string>> {
  const watch = await Watch.begin(page, options.profile ? `bench/results/${text}` : undefined);
  const shown = new Map<string, string>();
  for (const [name, show] of Object.entries(SCREENS)) {
    // The others show what the editor has opened.
    if (!wanted.includes(name) && name !== 'editor') continue;
    try {
      await watch.stage(name, async () => {
        const before = performance.now();
        const isThere = (await show({ page, id })) !== false;
        shown.set(name, isThere ? (performance.now() - before).toFixed(0) : '');
      });
    } catch (error) {
      const why = String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
      shown.set(name, why);
      faults.push(`${text}: ${name}: ${why}`);
      broken.add(text);
      break;
    }
  }
  for (const [name, { longestTask, work, longestKey, isBusy }] of await watch.end()) {
    const time = shown.get(name) ?? '';
    works.set(`${text} ${name}`, work);
    if (longestTask > LONGEST_TASK_MS && wanted.includes(name))
      faults.push(`${text}: ${name}: a task of ${longestTask.toFixed(0)} ms`);
    if (time !== '')
      shown.set(name, `${time} / ${longestTask.toFixed(0)} / ${longestKey.toFixed(0)}${isBusy ? '*' : ''}`);
  }
  return shown;
}
