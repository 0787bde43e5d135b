/** A Chromium of its own with a profile on the disk, so that it can be killed and find its drafts again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../../scripts/browser/browser-launch.ts';
import { findBrowser } from '../../scripts/browser/find-browser.ts';
import { PLAIN_HOSTNAME } from './house.ts';
import { Line } from './line.ts';
import { rendererOf, renderersOf, signal } from './renderers.ts';

const START_MS = 30_000;
const MOST_TRIES = 3;

export interface SoakBrowserOptions {
  readonly name: string;
  /** Asked for each connection. */
  readonly serverPort: () => number;
}

export class SoakBrowser implements AsyncDisposable {
  readonly name: string;
  readonly line: Line;
  readonly #profile: string;
  readonly #arguments: readonly string[];
  #process: ChildProcess | undefined;
  #context: BrowserContext | undefined;

  private constructor(options: SoakBrowserOptions, line: Line, profile: string) {
    this.name = options.name;
    this.line = line;
    this.#profile = profile;
    this.#arguments = [
      ...BROWSER_ARGUMENTS,
      // Chromium with windows does not start without a screen.
      '--headless=new',
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      '--no-first-run',
      `--host-resolver-rules=${['localhost', PLAIN_HOSTNAME].map((name) => `MAP ${name} 127.0.0.1:${line.port}`)}`,
      'about:blank',
    ];
    // In a process group of its own, it would outlive a soak that is broken off.
    process.once('exit', () => this.#signal('SIGKILL'));
  }

  static async open(options: SoakBrowserOptions): Promise<SoakBrowser> {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'trellis-soak-profile-'));
    const browser = new SoakBrowser(options, await Line.open(options.serverPort), profile);
    await browser.start();
    return browser;
  }

  /** @throws {Error} while it is not running */
  get context(): BrowserContext {
    if (!this.#context) throw new Error(`${this.name} is not running.`);
    return this.#context;
  }

  async start(): Promise<void> {
    const child = spawn(await findBrowser(), this.#arguments, {
      // A process group, to be killed as a whole.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    const browser = await chromium.connectOverCDP(await addressOf(child));
    [this.#context] = browser.contexts();
  }

  /** As when the power fails: nothing is tidied up. */
  async kill(): Promise<void> {
    this.#context = undefined;
    const exited = this.#running && once(this.#running, 'exit');
    this.#signal('SIGKILL');
    await exited;
  }

  /** Stands still until it is woken, as with a closed lid. */
  sleep(): void {
    this.#signal('SIGSTOP');
  }

  wake(): void {
    this.#signal('SIGCONT');
  }

  /** Stops the process that draws a page. @param answers resolves once the page has answered @returns its id */
  async stopRenderer(answers: () => Promise<unknown>): Promise<number> {
    for (let tries = 1; ; tries++) {
      try {
        const pid = await rendererOf(await renderersOf(this.#running?.pid ?? 0), answers);
        signal(pid, 'SIGSTOP');
        return pid;
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
      }
    }
  }

  wakeRenderer(pid: number): void {
    signal(pid, 'SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.line[Symbol.asyncDispose]();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#running ?? {};
    if (pid !== undefined) process.kill(-pid, signal);
  }

  get #running(): ChildProcess | undefined {
    const child = this.#process;
    return child?.exitCode === null && child.signalCode === null ? child : undefined;
  }
}

/** @returns where a browser that was just started can be spoken to */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const fail = () => reject(new Error(`Chromium did not start:\n${output}`));
  const deadline = setTimeout(fail, START_MS);
  child.stderr?.on('data', (chunk) => {
    output += chunk;
    const [, address] = /DevTools listening on (\S+)/.exec(output) ?? [];
    if (address) resolve(address);
  });
  child.once('exit', fail);
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
  }
}
