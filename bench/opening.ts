/**
 * `npm run bench:opening`: how long a person waits for the first words, with nothing in the browser and with what an earlier
 * visit left there. `-- --beside=<folder>` measures another checkout (with its build) in the same run, in turns; `--http2`
 * measures each through a proxy with TLS and HTTP/2, too. `--rounds=3` for fewer rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser/find-browser.ts';
import { freePort } from '../scripts/free-port.ts';
import { startHttp2Proxy } from './contestants/http2-proxy.ts';
import { startServer } from './contestants/trellis-server.ts';
import { median } from './measure/statistics.ts';
import { timeFrom, timeOfText, watchForText } from './measure/time-to-text.ts';

const { values: options } = parseArgs({
  options: {
    beside: { type: 'string' },
    http2: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
  },
});
const ROUNDS = Number(options.rounds);
/** As over a mobile connection: milliseconds there and back, and bytes a second (10 Mbit/s). */
const SLOW = { offline: false, latency: 100, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const PAGES = 300;
const FIRST = 'The first words of the page.';
const SECOND = 'Other words of another page.';

interface Site {
  readonly name: string;
  readonly origin: string;
  readonly session: string;
  readonly pageIds: readonly string[];
  readonly times: Map<string, number[]>;
}

await using stack = new AsyncDisposableStack();
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  // No service worker comes from a server whose certificate nobody knows.
  args: ['--ignore-certificate-errors', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
stack.defer(() => browser.close());
const sites: Site[] = [];
for (const [name, folder] of [
  ['this', undefined] as const,
  ...(options.beside ? [['beside', path.resolve(options.beside)] as const] : []),
]) {
  sites.push(await openSite(name, folder, false));
  if (options.http2) sites.push(await openSite(`${name}, HTTP/2`, folder, true));
}
for (let round = -1; round < ROUNDS; round++)
  for (const site of round % 2 === 0 ? sites : sites.toReversed()) {
    const results = await visitAll(browser, site);
    if (round >= 0) for (const [name, value] of results) push(site.times, name, value);
  }
const [first] = sites;
console.log(
  `${ROUNDS} rounds, medians; ${os.cpus().length} cores, Chromium ${browser.version()}; HTTP/1.1 if not said otherwise.\n`,
);
console.log(`| | ${sites.map(({ name }) => name).join(' | ')} |`);
console.log(`| --- |${sites.map(() => ' ---: |').join('')}`);
for (const name of first?.times.keys() ?? [])
  console.log(
    `| ${name} | ${sites.map(({ times }) => Math.round(median(times.get(name) ?? []))).join(' | ')} |`,
  );

function push(times: Map<string, number[]>, name: string, value: number): void {
  times.set(name, [...(times.get(name) ?? []), value]);
}

async function openSite(name: string, folder: string | undefined, isHttp2: boolean): Promise<Site> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-opening-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const proxyPort = isHttp2 ? await freePort() : undefined;
  const proxyOrigin = `https://127.0.0.1:${proxyPort}`;
  const server = await startServer({
    dataDir,
    databaseUrl: undefined,
    profileDirectory: undefined,
    ...(folder && { folder }),
    ...(isHttp2 && { more: { SITE_URL: proxyOrigin } }),
  });
  stack.defer(() => server.stop());
  if (proxyPort) {
    const proxy = await startHttp2Proxy(server.origin, proxyPort);
    stack.defer(() => proxy.stop());
  }
  const ask = async (address: string, body: unknown, token = server.apiKey) => {
    const answer = await fetch(server.origin + address, {
      method: 'POST',
      headers: {
        apikey: server.apiKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const email = 'bench@example.com';
  const data = { full_name: 'Bench Person' };
  const session = await ask('/auth/v1/signup', { email, password: 'correct horse 1', data });
  const workspaces = await fetch(`${server.origin}/rest/v1/organizations?select=id`, {
    headers: { apikey: server.apiKey, authorization: `Bearer ${session.access_token}` },
  });
  const [{ id: organization_id }] = (await workspaces.json()) as [{ id: string }];
  const rows = Array.from({ length: PAGES }, (_, index) => ({
    organization_id,
    name: `Page ${index}`,
    content: index === 0 ? FIRST : SECOND,
    order_index: index,
  }));
  const pages = (await ask('/rest/v1/pages?select=id,order_index', rows, session.access_token)) as {
    id: string;
    order_index: number;
  }[];
  const pageIds = pages.toSorted((a, b) => a.order_index - b.order_index).map(({ id }) => id);
  const origin = isHttp2 ? proxyOrigin : server.origin;
  return { name, origin, session: JSON.stringify(session), pageIds, times: new Map() };
}

async function visitAll(browser: Browser, site: Site): Promise<Map<string, number>> {
  const results = new Map<string, number>();
  const link = `/dashboard/pages/${site.pageIds[0]}`;
  const text = '[aria-label="Page content"]';
  results.set('landing, ms', (await coldVisit(browser, site, '/', 'h1', '', {})).ms);
  results.set('sign-in, ms', (await coldVisit(browser, site, '/auth/login', 'button', 'Sign in', {})).ms);
  const slow = await slowVisit(browser, site, link, text);
  results.set('page by link, 100 ms and 10 Mbit/s, ms', slow.ms);
  await using cold = await coldVisit(browser, site, link, text, FIRST, { isSignedIn: true, isKept: true });
  results.set('page by link, ms', cold.ms);
  results.set('page by link: scripts and styles', cold.files);
  results.set('page by link: requests of the API', cold.questions);
  const { page } = cold;
  // The service worker takes over, and what is loaded in idle time is there.
  await page.waitForTimeout(1500);
  const other = `a[href$="/dashboard/pages/${site.pageIds[1]}"]`;
  await page.locator(other).first().waitFor();
  results.set('another page, ms', await timeFrom(page, other, text, SECOND));
  const again = await page.context().newPage();
  await watchForText(again, text, FIRST);
  await again.goto(link);
  results.set('second visit, ms', await timeOfText(again));
  return results;
}

/** Chromium's slow network now and then hands out no answer at all: that visit is none. */
async function slowVisit(browser: Browser, site: Site, link: string, text: string): Promise<Visit> {
  const visit = () => coldVisit(browser, site, link, text, FIRST, { isSignedIn: true, isSlow: true });
  try {
    return await visit();
  } catch (error) {
    console.error(`Again: ${error instanceof Error ? error.message : error}`);
    return visit();
  }
}

interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly ms: number;
  /** Scripts and styles that were asked for by then. */
  readonly files: number;
  readonly questions: number;
}

/** @returns the visit in a browser with nothing in it; it is over, unless `isKept` */
async function coldVisit(
  browser: Browser,
  site: Site,
  address: string,
  selector: string,
  text: string,
  {
    isSignedIn = false,
    isSlow = false,
    isKept = false,
  }: { readonly isSignedIn?: boolean; readonly isSlow?: boolean; readonly isKept?: boolean },
): Promise<Visit> {
  const localStorage = isSignedIn ? [{ name: 'trellis-auth', value: site.session }] : [];
  const context: BrowserContext = await browser.newContext({
    baseURL: site.origin,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: site.origin, localStorage }] },
  });
  const page = await context.newPage();
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
  }
  let files = 0;
  let questions = 0;
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) files++;
    else if (/\/(rest|auth|functions)\/v1\//.test(request.url())) questions++;
  });
  await watchForText(page, selector, text);
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await timeOfText(page);
  const visit = { page, ms, files, questions, [Symbol.asyncDispose]: () => context.close() };
  if (!isKept) await context.close();
  return visit;
}
