/// <reference lib="dom" />
/**
 * `npm run bench:scrolling`: how smoothly a long tree scrolls. Headless Chromium scrolls the tree of 10,000 pages by some
 * rows in every frame; the time from each frame to the next is taken, and how long scripts ran in it. Before that, how
 * long its first rows take: from the answer that holds the tree to the frame that shows them, on a device that has no
 * copy of it.
 * `-- --pages=1000 --frames=600 --step=200` for others; `--url=` for a server that runs already.
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { askAsPerson, scriptTime, signedInBrowser } from './measure/signed-in-browser.ts';
import { median, percentile } from './measure/statistics.ts';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    frames: { type: 'string', default: '300' },
    step: { type: 'string', default: '96' },
    url: { type: 'string' },
  },
});

const PAGES_AT_ONCE = 1000;
const FIRST_VISITS = 7;
// The rows' code is compiled by then.
const WARM_UP_FRAMES = 60;

await using stack = new AsyncDisposableStack();
const page = await signedInBrowser(stack, { url: options.url });
await addPages(page, Number(options.pages));
const firstRows = await visitAndMeasure(page, FIRST_VISITS);
const { frames, script } = await scrollAndMeasure(page, Number(options.frames), Number(options.step));
const times = `${median(frames).toFixed(1)} / ${percentile(frames, 0.95).toFixed(1)}`;
console.log(
  '| pages | first rows, p50 ms | pixels per frame | frames | frame to frame, p50 / p95 ms | script per frame, mean ms |',
);
console.log(
  '| ----: | -----------------: | ---------------: | -----: | ---------------------------: | ------------------------: |',
);
console.log(
  `| ${options.pages} | ${median(firstRows).toFixed(0)} | ${options.step} | ${frames.length} | ${times} | ${(script / frames.length).toFixed(1)} |`,
);

async function addPages(page: Page, count: number): Promise<void> {
  const [organization] = (await askAsPerson(page, 'GET', 'organizations?select=id')) as { id: string }[];
  const pages = Array.from({ length: count }, (_, at) => ({
    organization_id: organization?.id,
    name: `Page ${at}`,
    order_index: at + 1,
  }));
  for (let at = 0; at < count; at += PAGES_AT_ONCE)
    await askAsPerson(page, 'POST', 'pages', pages.slice(at, at + PAGES_AT_ONCE));
  await page.reload();
  await page.getByRole('treeitem', { name: 'Page 0', exact: true }).waitFor({ timeout: 60_000 });
}

/** @returns for each visit how long the first rows took after the answer, in milliseconds */
async function visitAndMeasure(page: Page, visits: number): Promise<number[]> {
  await page.addInitScript(() => {
    const rows = new MutationObserver(() => {
      if (!document.querySelector('[role=treeitem]')) return;
      rows.disconnect();
      requestAnimationFrame(() => {
        // A task after the frame's callbacks comes when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => performance.mark('rows-painted');
        port2.postMessage(undefined);
      });
    });
    rows.observe(document, { childList: true, subtree: true });
  });
  const times: number[] = [];
  while (times.length < visits) {
    await forgetKeptAnswers(page);
    await page.goto('/dashboard');
    await page.waitForFunction(() => performance.getEntriesByName('rows-painted').length > 0);
    times.push(
      await page.evaluate(() => {
        const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const tree = answers.find(({ name }) => name.includes('/rest/v1/pages?select=id'));
        const painted = performance.getEntriesByName('rows-painted')[0];
        if (!tree || !painted) throw new Error('The tree was not asked for.');
        return painted.startTime - tree.responseEnd;
      }),
    );
  }
  return times;
}

/** The web app keeps the last answers, and shows them before there are new ones. */
async function forgetKeptAnswers(page: Page): Promise<void> {
  // An address without the web app, which would keep the databases open.
  await page.goto('/health');
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve) => {
        indexedDB.deleteDatabase(name).onsuccess = resolve;
      });
  });
}

async function scrollAndMeasure(page: Page, count: number, step: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await scroll(page, WARM_UP_FRAMES, step);
  const before = await scriptTime(session);
  const frames = await scroll(page, count, step);
  return { frames, script: (await scriptTime(session)) - before };
}

/** @returns how long each frame took, in milliseconds */
async function scroll(page: Page, count: number, step: number): Promise<number[]> {
  return await page.getByRole('tree').evaluate(
    async (tree, { count, step }) => {
      const scroller = tree.closest('[data-scrolls-tree]');
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      let last = await nextFrame();
      while (times.length < count) {
        scroller?.scrollBy({ top: step, behavior: 'instant' });
        const now = await nextFrame();
        times.push(now - last);
        last = now;
      }
      // Rows are there where it ended: the time is that of drawing them.
      const box = scroller?.getBoundingClientRect();
      const middle = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!middle?.closest('[role=treeitem]'))
        throw new Error('The tree shows no rows where it was scrolled to.');
      return times;
    },
    { count, step },
  );
}
