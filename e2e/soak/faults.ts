/** Brings the faults of the plan. A browser or a server has one at a time; one that is planned for it meanwhile is left out. */
import { setTimeout as pause } from 'node:timers/promises';
import type { House } from './house.ts';
import type { LineState } from './line.ts';
import { type Fault, type FaultKind, planFaults } from './plan.ts';
import type { SoakTab } from './soak-tab.ts';
import type { Trace } from './trace.ts';
import type { Writer } from './writer.ts';
import type { Pictures } from './written/pictures.ts';
import type { Tasks } from './written/tasks.ts';
import type { Words } from './written/words.ts';

// Chromium writes local storage, where a tab that closes leaves its last words, within this time.
const STORED_AFTER_MS = 10_000;

// To be over, with the start of what was killed.
const LONGEST_MS = 120_000;

const MOVES_UNDER_WRITER = 3;

/** Faults that are no server's and no browser's. */
const OF_PAGE: Partial<Record<FaultKind, string>> = {
  'written by another program': 'the page',
  'block moved by two': 'a task',
  'block moved under a writer': 'a task',
};

export interface PastFault {
  readonly kind: FaultKind;
  readonly whom: string;
  readonly fromMs: number;
  readonly toMs: number | undefined;
}

export interface FaultsOptions {
  readonly seed: number;
  readonly house: House;
  /** By browser. */
  readonly tabs: ReadonlyArray<readonly [SoakTab, ...SoakTab[]]>;
  readonly writers: readonly Writer[];
  readonly tasks: Tasks;
  readonly words: Words;
  readonly pictures: Pictures;
  readonly trace: Trace;
  /** The session of the person whose program writes. */
  readonly session: string;
}

export class Faults {
  readonly past: PastFault[] = [];
  leftOut = 0;
  readonly #options: FaultsOptions;
  readonly #busy = new Set<string>();
  readonly #closedAt = new Map<SoakTab, number>();
  #programWords = 0;

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  /** Resolves once the last one is over. */
  async bring(signal: AbortSignal): Promise<void> {
    const running: Promise<void>[] = [];
    for (const fault of planFaults(this.#options.seed)) {
      await pause(fault.afterMs);
      if (signal.aborted) break;
      running.push(this.#meet(fault));
    }
    await Promise.race([Promise.all(running), pause(LONGEST_MS)]);
  }

  async #meet(fault: Fault): Promise<void> {
    const { house, tabs, trace } = this.#options;
    const index = fault.at % tabs.length;
    const group = tabs[index];
    if (!group) return;
    const isOfServer = fault.kind === 'server killed';
    const server = fault.at % house.serverCount;
    const target = isOfServer ? `server ${server + 1}` : group[0].browser.name;
    const whom = OF_PAGE[fault.kind] ?? target;
    if (this.#busy.has(whom)) return void this.leftOut++;
    this.#busy.add(whom);
    const at = this.past.length;
    const fromMs = trace.now();
    this.past.push({ kind: fault.kind, whom, fromMs, toMs: undefined });
    trace.write('faults', `${whom}: ${fault.kind}, for ${fault.lastsMs} ms`);
    try {
      if (isOfServer) await this.#killServer(server, fault.lastsMs);
      else if (whom === 'the page') await this.#writeAsProgram(fault);
      else if (whom === 'a task') await this.#moveTask(fault);
      else await this.#meetBrowser(fault, group);
    } catch (error) {
      trace.write('faults', `${whom}: ${fault.kind}: ${error}`);
    }
    trace.write('faults', `${whom}: ${fault.kind} is over`);
    this.past[at] = { kind: fault.kind, whom, fromMs, toMs: trace.now() };
    this.#busy.delete(whom);
  }

  async #meetBrowser({ kind, lastsMs, at }: Fault, tabs: readonly [SoakTab, ...SoakTab[]]): Promise<void> {
    const tab = tabs[Math.floor(at / 16) % tabs.length] ?? tabs[0];
    const { browser } = tab;
    const change = async (state: LineState) => {
      browser.line.change(state);
      await pause(lastsMs);
      browser.line.change('open');
    };
    if (kind === 'browser killed') return this.#killBrowser(tabs, lastsMs);
    if (kind === 'slow answers') return change('slow');
    if (kind === 'lost answers') return change('deaf');
    if (kind === 'offline') {
      // Some lines break without the system's noticing.
      const isNoticed = at % 3 > 0;
      if (isNoticed) await browser.context.setOffline(true);
      await change('cut');
      return browser.context.setOffline(false);
    }
    if (kind === 'browser asleep') {
      browser.sleep();
      return pause(lastsMs).finally(() => browser.wake());
    }
    if (kind === 'tab frozen') {
      await tab.freeze();
      return pause(lastsMs).finally(() => tab.unfreeze());
    }
    // A screen that says so a moment before has said so.
    const screen = await tab.read().catch(() => undefined);
    if (screen) this.#options.words.read(tab.name, this.#options.trace.now(), screen);
    const { words, pictures } = this.#options;
    pictures.close(tab.name, words.aloneAt(tab.name));
    words.close(tab.name);
    if (kind === 'reload') return tab.reload();
    await tab.close();
    this.#closedAt.set(tab, this.#options.trace.now());
    await pause(lastsMs);
    await tab.open();
  }

  /** By two who are there, in different browsers if it can be. */
  async #moveTask({ kind, at }: Fault): Promise<void> {
    const { writers, tasks } = this.#options;
    const there = writers.filter(({ tab }) => !tab.isAway);
    const one = there[at % there.length];
    const others = there.filter(({ tab }) => tab.browser !== one?.tab.browser);
    const other = others[Math.floor(at / 16) % others.length];
    if (!one || !other) return;
    const task = tasks.at(Math.floor(at / 256));
    await Promise.all([
      kind === 'block moved by two' ? one.moveTask(task, true) : one.typeInTask(task),
      other.moveTask(task, at % 2 === 0, kind === 'block moved by two' ? 1 : MOVES_UNDER_WRITER),
    ]);
  }

  async #killServer(index: number, lastsMs: number): Promise<void> {
    await this.#options.house.kill(index);
    await pause(lastsMs);
    await this.#options.house.restart(index);
  }

  async #killBrowser(tabs: readonly [SoakTab, ...SoakTab[]], lastsMs: number): Promise<void> {
    const { browser } = tabs[0];
    const { words, pictures, trace } = this.#options;
    for (const tab of tabs) tab.isAway = true;
    const killedAt = trace.now();
    await browser.kill();
    await pause(lastsMs);
    await browser.start();
    for (const tab of tabs) {
      pictures.close(tab.name, words.aloneAt(tab.name));
      words.kill(tab.name, killedAt);
      pictures.kill(tab.name);
      const closedAt = this.#closedAt.get(tab) ?? Number.NEGATIVE_INFINITY;
      if (killedAt - closedAt >= STORED_AFTER_MS) continue;
      words.kill(tab.name, closedAt);
    }
    await Promise.all(tabs.map((tab) => tab.open()));
  }

  async #writeAsProgram({ at }: Fault): Promise<void> {
    const { words, house, session, trace } = this.#options;
    this.#programWords++;
    const word = `p0-${this.#programWords};`;
    words.begin(word, 'program', 'as another program');
    await house.writeAsProgram(session, word, at);
    words.change(word, true, 'taken by the server');
    words.save('program', trace.now());
  }
}
