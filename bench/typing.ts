/// <reference lib="dom" />
/**
 * `npm run bench:typing`: what a key costs in a long page. A person types at the end of 100 KB of Markdown in Chromium;
 * each key is timed from its event to the frame that shows it, and the browser says how long scripts ran meanwhile.
 * `-- --characters=1000000 --keys=100` for another page; `--url=` for a server that runs already.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.ts';
import { startServer } from './contestants/trellis-server.ts';
import { markdown } from './dataset/markdown.ts';
import { median, percentile } from './measure/statistics.ts';

const { values: options } = parseArgs({
  options: {
    characters: { type: 'string', default: '100000' },
    keys: { type: 'string', default: '200' },
    url: { type: 'string' },
  },
});

// As quick as few people type, so that no key waits for the one before.
const PAUSE_MS = 60;
// The editor's code is compiled by then.
const WARM_UP_KEYS = 30;

await using stack = new AsyncDisposableStack();
const url = options.url ?? (await ownServer());
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
stack.defer(() => browser.close());
const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } });
await openLongPage(page, Number(options.characters));
const { frames, scripts } = await typeAndMeasure(page, Number(options.keys));
console.log('| page, characters | keys | key to frame, p50 / p95 ms | script per key, p50 / p95 ms |');
console.log('| ---------------: | ---: | -------------------------: | ---------------------------: |');
console.log(`| ${options.characters} | ${options.keys} | ${pair(frames)} | ${pair(scripts)} |`);

async function ownServer(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-typing-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({ dataDir, databaseUrl: undefined, profileDirectory: undefined });
  stack.defer(() => server.stop());
  return server.origin;
}

async function openLongPage(page: Page, characters: number): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('Quick Typist');
  await page.getByLabel('Email').fill(`typist.${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse 1');
  await page.getByLabel('Confirm password').fill('correct horse 1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Add new page' }).click();
  await page.getByLabel('Page Name').fill('Long page');
  await page.getByRole('button', { name: 'Create Page' }).click();
  await page.waitForURL(/\/dashboard\/pages\//);
  await writePage(page, longText(characters));
  await page.reload();
  await page.getByLabel('Page content').click();
  await page.keyboard.press('ControlOrMeta+End');
}

function longText(characters: number): string {
  let text = '';
  for (let revision = 1; text.length < characters; revision++) text += `${markdown(revision)}\n\n`;
  return text.slice(0, characters);
}

/** Through the API: a browser takes minutes to insert that much at once. */
async function writePage(page: Page, content: string): Promise<void> {
  const status = await page.evaluate(async (text) => {
    const { supabasePublishableKey: apikey } = await (await fetch('/config.json')).json();
    const { access_token: token } = JSON.parse(localStorage.getItem('trellis-auth') ?? '{}');
    const pageId = window.location.pathname.split('/').at(-1);
    const answer = await fetch(`/rest/v1/pages?id=eq.${pageId}`, {
      method: 'PATCH',
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: text }),
    });
    return answer.status;
  }, content);
  if (status !== 204) throw new Error(`The long page could not be written: ${status}.`);
}

async function typeAndMeasure(page: Page, keys: number): Promise<{ frames: number[]; scripts: number[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    window.addEventListener(
      'keydown',
      (event) => {
        // What is posted from within a frame runs when that frame has been drawn.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - event.timeStamp);
          port2.postMessage(undefined);
        });
      },
      true,
    );
  });
  const scripts: number[] = [];
  for (let key = 0; key < WARM_UP_KEYS + keys; key++) {
    const before = await scriptSeconds(session);
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
    await page.waitForTimeout(PAUSE_MS);
    scripts.push((await scriptSeconds(session)) * 1000 - before * 1000);
  }
  const frames = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
  return { frames: frames.slice(WARM_UP_KEYS), scripts: scripts.slice(WARM_UP_KEYS) };
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

function pair(times: readonly number[]): string {
  return `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
}
