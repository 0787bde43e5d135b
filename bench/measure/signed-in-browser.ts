/// <reference lib="dom" />
/** A person in Chromium, just signed up, at a server of this bench's own or at one that runs already. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { startServer } from '../contestants/trellis-server.ts';

/**
 * @param stack ends what is started here
 * @param url of a server that runs already; without one, a server of `folder` is started, or else of this checkout
 */
export async function signedInBrowser(
  stack: AsyncDisposableStack,
  { url, folder }: { readonly url?: string | undefined; readonly folder?: string },
): Promise<Page> {
  const baseURL = url ?? (await ownServer(stack, folder));
  const browser = await launchBrowser(stack);
  const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('Bench Person');
  await page.getByLabel('Email').fill(`bench.${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse 1');
  await page.getByLabel('Confirm password').fill('correct horse 1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('/dashboard');
  return page;
}

export async function launchBrowser(stack: AsyncDisposableStack): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  stack.defer(() => browser.close());
  return browser;
}

async function ownServer(stack: AsyncDisposableStack, folder: string | undefined): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-browser-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    dataDir,
    databaseUrl: undefined,
    profileDirectory: undefined,
    // Browsers are measured here: on a busy machine the server would end statements, and let their callers wait for minutes.
    more: { API_STATEMENT_TIMEOUT: '600' },
    ...(folder && { folder }),
  });
  stack.defer(() => server.stop());
  return server.origin;
}

/** Asks the Data API as the person in the browser would. */
export async function askAsPerson(
  page: Page,
  method: string,
  address: string,
  body?: unknown,
): Promise<unknown> {
  const [status, text] = await page.evaluate(
    async (asked) => {
      const { supabasePublishableKey: apikey } = await (await fetch('/config.json')).json();
      const { access_token: token } = JSON.parse(localStorage.getItem('trellis-auth') ?? '{}');
      const answer = await fetch(`/rest/v1/${asked.address}`, {
        method: asked.method,
        headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: asked.body === undefined ? null : JSON.stringify(asked.body),
      });
      return [answer.status, await answer.text()] as const;
    },
    { method, address, body },
  );
  if (status >= 300) throw new Error(`${method} ${address} was answered with ${status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** How long scripts have run so far, in milliseconds. */
export function scriptTime(session: CDPSession): Promise<number> {
  return timeOf(session, 'ScriptDuration');
}

/** How long the page's thread has worked so far, in milliseconds: scripts, styles, layout and painting. */
export function workTime(session: CDPSession): Promise<number> {
  return timeOf(session, 'TaskDuration');
}

async function timeOf(session: CDPSession, metric: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === metric)?.value ?? 0);
}
