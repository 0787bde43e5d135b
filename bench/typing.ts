/// <reference lib="dom" />
/**
 * `npm run bench:typing`: what a key costs in a long page. A person types at the end of 100 KB of Markdown with tables, code
 * and formulas in Chromium;
 * each key is timed from its event to the frame that shows it, and the browser says how much processor time scripts took meanwhile.
 * `-- --characters=1000000 --keys=100` for another page; `--url=` for a server that runs already; `--beside=<folder>`
 * measures another checkout (with its build) in the same run, in turns.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';
import { markdown } from './dataset/markdown.ts';
import { askAsPerson, scriptTime, signedInBrowser } from './measure/signed-in-browser.ts';
import { median, percentile } from './measure/statistics.ts';

const { values: options } = parseArgs({
  options: {
    characters: { type: 'string', default: '100000' },
    keys: { type: 'string', default: '200' },
    url: { type: 'string' },
    beside: { type: 'string' },
  },
});

// As quick as few people type, so that no key waits for the one before.
const PAUSE_MS = 60;
// The editor's code is compiled by then.
const WARM_UP_KEYS = 30;
const KEYS_PER_TURN = 25;

// Above each 4 KB of text and lists, in which the keys land.
const OTHER_KINDS = `| Item | Owner | Due |
| --- | :-: | --: |
| Budget | **Ada** | 2026-11-25 |
| Roadmap | [Grace](https://example.org) | \`soon\` |

\`\`\`ts
export function add(one: number, other: number): number {
  return one + other;
}
\`\`\`

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

> [!NOTE]
> A callout with ==marked== words and $a^2 + b^2$.

- [ ] a task
- [x] another`;

interface Writer {
  readonly name: string;
  readonly page: Page;
  readonly session: CDPSession;
  readonly scripts: number[];
}

await using stack = new AsyncDisposableStack();
const writers = [await openWriter('this', { url: options.url })];
if (options.beside) writers.push(await openWriter('beside', { folder: path.resolve(options.beside) }));
const keys = Number(options.keys);
for (const writer of writers) await type(writer, WARM_UP_KEYS);
for (let typed = 0; typed < keys; typed += KEYS_PER_TURN)
  for (const writer of writers) await type(writer, Math.min(KEYS_PER_TURN, keys - typed));
console.log('|  | page, characters | keys | key to frame, p50 / p95 ms | script per key, p50 / p95 ms |');
console.log('| --- | ---: | ---: | ---: | ---: |');
for (const { name, page, scripts } of writers) {
  const frames = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
  const times = [frames, scripts].map((all) => pair(all.slice(WARM_UP_KEYS)));
  console.log(`| ${[name, options.characters, options.keys, ...times].join(' | ')} |`);
}

async function openWriter(name: string, server: Parameters<typeof signedInBrowser>[1]): Promise<Writer> {
  const page = await signedInBrowser(stack, server);
  await openLongPage(page, Number(options.characters));
  const session = await page.context().newCDPSession(page);
  // Processor time: it hardly depends on who else uses the machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(watchKeys);
  return { name, page, session, scripts: [] };
}

async function openLongPage(page: Page, characters: number): Promise<void> {
  // Through the API: a browser takes minutes to insert that much at once.
  const [organization] = (await askAsPerson(page, 'GET', 'organizations?select=id')) as {
    readonly id: string;
  }[];
  if (!organization) throw new Error('the person has a workspace');
  const pageId = randomUUID();
  await askAsPerson(page, 'POST', 'pages', {
    id: pageId,
    organization_id: organization.id,
    name: 'Long page',
    order_index: 1,
    content: longText(characters),
  });
  await page.goto(`/dashboard/pages/${pageId}`);
  await page.getByLabel('Page content').click();
  await page.keyboard.press('ControlOrMeta+End');
}

function longText(characters: number): string {
  let text = '';
  for (let revision = 1; text.length < characters; revision++)
    text += `${OTHER_KINDS}\n\n${markdown(revision)}\n\n`;
  return text;
}

/** Runs in the page. */
function watchKeys(): void {
  const times: number[] = [];
  Object.assign(window, { keyTimes: times });
  window.addEventListener(
    'keydown',
    (event) => {
      // A message posted within a frame arrives once that frame has been drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - event.timeStamp);
        port2.postMessage(undefined);
      });
    },
    true,
  );
}

async function type({ page, session, scripts }: Writer, count: number): Promise<void> {
  for (let key = 0; key < count; key++) {
    const before = await scriptTime(session);
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
    await page.waitForTimeout(PAUSE_MS);
    scripts.push((await scriptTime(session)) - before);
  }
}

function pair(times: readonly number[]): string {
  return `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
}
