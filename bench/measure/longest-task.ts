/// <reference lib="dom" />
/**
 * How long the page's own thread was busy without a pause, and how long a key waited for it. A task is counted in processor time,
 * which others on the machine hardly change; a key by the clock.
 */
import type { CDPSession, Page } from '@playwright/test';
import { workTime } from './signed-in-browser.ts';

const KEY_PAUSE_MS = 100;
const QUIET_MS = 800;
/** A quiet thread works for this share of a second: cursors blink, and people hear of each other. */
const QUIET_SHARE = 0.1;
const LONGEST_MS = 60_000;

export interface Wait {
  /** In milliseconds of processor time. */
  readonly longestTask: number;
  readonly work: number;
  /** In milliseconds by the clock. */
  readonly longestKey: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

declare global {
  interface Window {
    longestKey?: number;
  }
}

/** To be called once for each page. */
export async function watchKeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.longestKey = 0;
    const note = (event: Event) => {
      window.longestKey = Math.max(window.longestKey ?? 0, performance.now() - event.timeStamp);
    };
    addEventListener('keydown', note, true);
  });
}

/** @param open begins what is measured, which ends when the page is quiet again */
export async function waitWhile(
  page: Page,
  session: CDPSession,
  open: () => Promise<unknown>,
): Promise<Wait> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser.');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const before = await workTime(session);
  let keys = 0;
  let isOver = false;
  // Keys come while the page is busy, each once the one before was answered.
  const typing = (async () => {
    while (!isOver) {
      await page.keyboard.press('Shift');
      await page.waitForTimeout(KEY_PAUSE_MS);
    }
  })();
  try {
    await page.evaluate(() => {
      window.longestKey = 0;
    });
    await open();
    await untilQuiet(page, session);
    keys = await page.evaluate(() => window.longestKey ?? Number.NaN);
  } finally {
    isOver = true;
    await typing.catch(() => undefined);
  }
  const work = (await workTime(session)) - before;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return { longestTask: longestOf(traceEvents), work, longestKey: keys };
}

async function untilQuiet(page: Page, session: CDPSession): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  for (let quiet = 0; quiet < 2 && Date.now() < end; ) {
    const before = await workTime(session);
    await page.waitForTimeout(QUIET_MS);
    const isBusy = await page.evaluate(() => document.querySelector('[aria-busy="true"]') !== null);
    const isQuiet = !isBusy && (await workTime(session)) - before < QUIET_SHARE * QUIET_MS;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

function longestOf(events: readonly TraceEvent[]): number {
  const mains = new Set(
    events
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  let longest = 0;
  for (const { name, pid, tid, tdur = 0 } of events)
    if (name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid} ${tid}`))
      longest = Math.max(longest, tdur);
  return longest / 1000;
}
