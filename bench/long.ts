/// <reference lib="dom" />
/**
 * `npm run bench:long`: a page of 1 MB with 20,000 lines, one of 500 tables, one of 500 pictures and one of 200 uploaded photos
 * in headless Chromium: how long until the first words can be read, which of the photos were asked for, how smoothly the page scrolls by the wheel for ten seconds, and what a key costs in
 * it. Frames depend on who else uses the machine; processor time hardly does. `-- --only=tables --seconds=3` for less; `--beside=<folder>` measures another checkout (with its build) in turns;
 * `--profile` leaves CPU profiles of opening, scrolling and typing in `bench/results/`.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';
import { longPage, PAGE_KINDS as TEXT_KINDS } from './dataset/long-pages.ts';
import { textOfPhotos, uploadPhotos, watchVariants } from './measure/page-of-photos.ts';
import { askAsPerson, scriptTime, signedInBrowser, workTime } from './measure/signed-in-browser.ts';
import { median, percentile } from './measure/statistics.ts';
import { timeFrom, timeOfText, watchForText } from './measure/time-to-text.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    keys: { type: 'string', default: '60' },
    beside: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});

const TEXT = '[aria-label="Page content"]';
const FIRST_WORDS = 'The first words of a long page.';
/** Three notches of a wheel, as often as a quick hand turns it. */
const WHEEL_PX = 300;
const WHEEL_PAUSE_MS = 50;
const KEY_PAUSE_MS = 60;
const WARM_UP_KEYS = 10;
/** Two frames of a screen: one was left out. */
const DROPPED_MS = 25;

const PAGE_KINDS = [...TEXT_KINDS, 'photos'] as const;

type PageKind = (typeof PAGE_KINDS)[number];

interface Reader {
  readonly name: string;
  readonly page: Page;
  readonly session: CDPSession;
  readonly pageIds: ReadonlyMap<PageKind | 'short', string>;
}

await using stack = new AsyncDisposableStack();
const readers = [await openReader('this', undefined)];
if (options.beside) readers.push(await openReader('beside', path.resolve(options.beside)));
const kinds = PAGE_KINDS.filter(wants);
console.log(
  '| page | checkout | by its link, ms | from another page, ms | frame, p50 / p95 ms | frames left out | longest, ms | work per frame, ms | script per key, p50 / p95 ms |',
);
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
const asked: string[] = [];
for (const kind of kinds) for (const reader of readers) console.log(await measure(kind, reader));
for (const line of asked) console.log(line);

function wants(kind: PageKind): boolean {
  return options.only === undefined || kind === options.only;
}

async function openReader(name: string, folder: string | undefined): Promise<Reader> {
  const page = await signedInBrowser(stack, folder ? { folder } : {});
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const [organization] = (await askAsPerson(page, 'GET', 'organizations?select=id')) as { id: string }[];
  const pageIds = new Map<PageKind | 'short', string>();
  const { photos, content: textWithPhotos } = textOfPhotos();
  for (const [index, kind] of ['short' as const, ...PAGE_KINDS].entries()) {
    const id = randomUUID();
    const content =
      kind === 'short'
        ? 'Short.'
        : `${FIRST_WORDS}\n\n${kind === 'photos' ? textWithPhotos : longPage(kind)}`;
    await askAsPerson(page, 'POST', 'pages', {
      id,
      organization_id: organization?.id,
      name: `Page of ${kind}`,
      content,
      order_index: index,
    });
    pageIds.set(kind, id);
    if (kind === 'photos' && wants(kind)) await uploadPhotos(page, id, photos);
  }
  await watchForText(page, TEXT, FIRST_WORDS);
  return { name, page, session, pageIds };
}

async function measure(kind: PageKind, reader: Reader): Promise<string> {
  const { name, page } = reader;
  const links: number[] = [];
  const others: number[] = [];
  const file = (part: string) => `${name}-${kind}-${part}`;
  for (let round = -1; round < Number(options.rounds); round++) {
    await page.goto(`/dashboard/pages/${reader.pageIds.get(kind)}`, { waitUntil: 'commit' });
    const link = await timeOfText(page);
    await page.waitForTimeout(1000);
    await page
      .locator(`a[href$="/dashboard/pages/${reader.pageIds.get('short')}"]`)
      .first()
      .click();
    await page.locator(TEXT, { hasText: 'Short.' }).waitFor();
    await page.waitForTimeout(500);
    const address = `a[href$="/dashboard/pages/${reader.pageIds.get(kind)}"]`;
    const open = () => timeFrom(page, address, TEXT, FIRST_WORDS);
    const other = await (round === 0 ? profiled(reader, file('opening'), open) : open());
    if (round < 0) continue;
    links.push(link);
    others.push(other);
  }
  const variants = watchVariants(page);
  if (kind === 'photos') {
    await page.reload();
    await page.waitForTimeout(5000);
    asked.push(`${name}: ${variants.tell()} before scrolling`);
  }
  await page.waitForTimeout(2000);
  const scrolled = await profiled(reader, file('scrolling'), () => scroll(reader, Number(options.seconds)));
  if (kind === 'photos') asked.push(`${name}: ${variants.tell()} after it`);
  const keys = await profiled(reader, file('typing'), () => type(reader, Number(options.keys)));
  const { frames, work } = scrolled;
  return `| ${[
    kind,
    name,
    median(links).toFixed(0),
    median(others).toFixed(0),
    pair(frames),
    `${frames.filter((time) => time > DROPPED_MS).length} of ${frames.length}`,
    Math.max(...frames).toFixed(0),
    (work / frames.length).toFixed(1),
    pair(keys),
  ].join(' | ')} |`;
}

/** The wheel turns for some seconds; each frame is timed in the page. */
async function scroll(
  { page, session }: Reader,
  seconds: number,
): Promise<{ frames: readonly number[]; work: number }> {
  await page.mouse.move(640, 500);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { frameTimes: times });
    let last = performance.now();
    const next = (now: number) => {
      times.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const before = await workTime(session);
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; ) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(WHEEL_PAUSE_MS);
  }
  const work = (await workTime(session)) - before;
  const frames = await page.evaluate(() =>
    (window as unknown as { frameTimes: number[] }).frameTimes.slice(1),
  );
  const isScrolled = await page.evaluate(() =>
    [...document.querySelectorAll('*')].some(({ scrollTop }) => scrollTop > 2000),
  );
  if (!isScrolled) throw new Error('The wheel did not scroll the page.');
  return { frames, work };
}

/** Types where the wheel has come to. @returns how long scripts took for each key, in milliseconds */
async function type({ page, session }: Reader, count: number): Promise<number[]> {
  const { x, y } = await page.evaluate(() => {
    const lines = [
      ...document.querySelectorAll('[aria-label="Page content"] .cm-line:not(.cm-table-dashes)'),
    ];
    const line = lines.find((one) => one.getBoundingClientRect().top > 300 && one.textContent !== '');
    const { left, top, height } = (line ?? document.body).getBoundingClientRect();
    return { x: left + 40, y: top + height / 2 };
  });
  await page.mouse.click(x, y);
  const scripts: number[] = [];
  for (let key = 0; key < count + WARM_UP_KEYS; key++) {
    const before = await scriptTime(session);
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
    await page.waitForTimeout(KEY_PAUSE_MS);
    scripts.push((await scriptTime(session)) - before);
  }
  return scripts.slice(WARM_UP_KEYS);
}

async function profiled<Result>(
  { session }: Reader,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!options.profile) return work();
  await session.send('Profiler.enable');
  await session.send('Profiler.start');
  const result = await work();
  const { profile } = await session.send('Profiler.stop');
  await session.send('Profiler.disable');
  await mkdir('bench/results', { recursive: true });
  await writeFile(`bench/results/${name}.cpuprofile`, JSON.stringify(profile));
  return result;
}

function pair(times: readonly number[]): string {
  return `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
}
