/// <reference lib="dom" />
/**
 * How long the page's own thread was busy without a pause, in each stage of a visit, and how long a key waited for the frame after it. A
 * task is counted in processor time, which others on the machine hardly change; the rest by the clock.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { workTime } from './signed-in-browser.ts';

/** It does nothing in a browser. A key that is held with others would change theirs: Shift makes "to the end" a selection of all. */
const KEY = 'Pause';
const KEY_PAUSE_MS = 100;
const QUIET_MS = 300;
/** A quiet thread works for this share of the time: cursors blink, and people hear of each other. */
const QUIET_SHARE = 0.15;
const QUIET_LOOKS = 2;
/** A stage that is busy for so long is left, and whatever it did until then is told. */
const LONGEST_MS = 8000;
/** A page that has worked for so long and answered no key is frozen. It is processor time: a busy machine freezes no page. */
const FROZEN_MS = 20_000;
/** By the clock: a page that hardly works, and does not answer either, waits for something that never comes. */
const LONGEST_WAIT_MS = 300_000;
const LOOK_MS = 500;

export interface Wait {
  /** In milliseconds of processor time. */
  readonly longestTask: number;
  /** All tasks together, in milliseconds of processor time. */
  readonly work: number;
  /** In milliseconds by the clock. */
  readonly longestKey: number;
  /** Whether it was still busy when it was left. */
  readonly isBusy: boolean;
}

interface Stage {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly longestKey: number;
  readonly isBusy: boolean;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

declare global {
  interface Window {
    longestKey?: number;
  }
}

export class Watch {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #browser: CDPSession;
  readonly #profiles: string | undefined;
  readonly #stages: Stage[] = [];
  #keysAnswered = 0;

  private constructor(page: Page, session: CDPSession, browser: CDPSession, profiles: string | undefined) {
    this.#page = page;
    this.#session = session;
    this.#browser = browser;
    this.#profiles = profiles;
  }

  /** To be called before the page's first visit. @param profiles how the files of CPU profiles begin; undefined for none */
  static async begin(page: Page, profiles?: string): Promise<Watch> {
    await page.addInitScript(noteKeys);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const browser = page.context().browser();
    if (!browser) throw new Error('The page belongs to no browser.');
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
    if (profiles !== undefined) await session.send('Profiler.enable');
    return new Watch(page, session, await browser.newBrowserCDPSession(), profiles);
  }

  /** @param act begins what is measured, which ends when the page is quiet again @throws where the page answers nothing */
  async stage(name: string, act: () => Promise<unknown>): Promise<void> {
    let isOver = false;
    // Keys come while the page is busy, each once the one before was answered.
    const typing = (async () => {
      while (!isOver) {
        await this.#page.keyboard.press(KEY);
        this.#keysAnswered++;
        await this.#page.waitForTimeout(KEY_PAUSE_MS);
      }
    })().catch(() => undefined);
    if (this.#profiles !== undefined) await this.#session.send('Profiler.start');
    const from = now();
    let [isBusy, longestKey] = [true, Number.NaN];
    try {
      await this.#answered(
        this.#page.evaluate(() => {
          window.longestKey = 0;
        }),
      );
      await this.#answered(act());
      isBusy = await this.#answered(this.#isBusyForLong());
      longestKey = await this.#answered(this.#page.evaluate(() => window.longestKey ?? Number.NaN));
    } finally {
      isOver = true;
      this.#stages.push({ name, from, to: now(), longestKey, isBusy });
    }
    await typing;
    if (this.#profiles === undefined) return;
    const { profile } = await this.#session.send('Profiler.stop');
    await writeFile(`${this.#profiles} ${name}.cpuprofile`, JSON.stringify(profile));
  }

  async end(): Promise<ReadonlyMap<string, Wait>> {
    await this.#browser.detach();
    const trace = await this.#page.context().browser()?.stopTracing();
    const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] };
    const tasks = tasksOf(traceEvents);
    return new Map(
      this.#stages.map(({ name, from, to, longestKey, isBusy }) => {
        const own = tasks.filter(({ ts }) => ts >= from && ts < to);
        const longestTask = own.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
        const work = own.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
        return [name, { longestTask, work, longestKey, isBusy }];
      }),
    );
  }

  /** @throws where the page is frozen, or waits for what never comes */
  async #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const watch = new AbortController();
    try {
      return await Promise.race([answer, this.#impatience(watch.signal)]);
    } finally {
      watch.abort();
    }
  }

  async #impatience(signal: AbortSignal): Promise<never> {
    const from = Date.now();
    let [before, answered] = [await this.#pageTimes(), this.#keysAnswered];
    while (Date.now() - from < LONGEST_WAIT_MS) {
      await pause(LOOK_MS, undefined, { signal });
      const now = await this.#pageTimes();
      if (answered !== this.#keysAnswered) [before, answered] = [now, this.#keysAnswered];
      const worked = [...now].reduce((sum, [id, time]) => sum + time - (before.get(id) ?? 0), 0);
      if (worked > FROZEN_MS) throw new Error('frozen');
    }
    throw new Error('no answer');
  }

  /** @returns how long each process that draws pages has worked so far, in milliseconds; a frozen page cannot be asked itself */
  async #pageTimes(): Promise<ReadonlyMap<number, number>> {
    const { processInfo } = await this.#browser.send('SystemInfo.getProcessInfo');
    const pages = processInfo.filter(({ type }) => type === 'renderer');
    return new Map(pages.map(({ id, cpuTime }) => [id, 1000 * cpuTime]));
  }

  async #isBusyForLong(): Promise<boolean> {
    const end = Date.now() + LONGEST_MS;
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      if (Date.now() >= end) return true;
      const before = await workTime(this.#session);
      await this.#page.waitForTimeout(QUIET_MS);
      const isBusy = await this.#page.evaluate(() => document.querySelector('[aria-busy="true"]') !== null);
      const isQuiet = !isBusy && (await workTime(this.#session)) - before < QUIET_SHARE * QUIET_MS;
      quiet = isQuiet ? quiet + 1 : 0;
    }
    return false;
  }
}

/** By the clock of a trace, in microseconds. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function tasksOf(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = new Set(
    events
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid} ${tid}`),
  );
}

/** Runs in the page. */
function noteKeys(): void {
  window.longestKey = 0;
  const note = (event: Event) => {
    requestAnimationFrame(() => {
      // A message that is posted within a frame arrives once that frame was drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.longestKey = Math.max(window.longestKey ?? 0, performance.now() - event.timeStamp);
      };
      port2.postMessage(undefined);
    });
  };
  addEventListener('keydown', note, true);
}
