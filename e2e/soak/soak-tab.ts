/// <reference lib="dom" />
/** A tab that shows the page: it types as a person does, and reads what the editor shows. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { filesLeft } from '../support/files-left.ts';
import type { Step } from './plan.ts';
import type { SoakBrowser } from './soak-browser.ts';
import type { Trace } from './trace.ts';
import type { Header } from './written/words.ts';

const OPEN_MS = 15_000;
const KEY_MS = 15;
const STOP_MS = 5000;
// As the app counts the time in which it can say something: each second once, however long a busy machine makes it.
const LONGEST_TICK_MS = 1200;

export interface Screen extends Header {
  readonly text: string;
  /** So long its document could do something since it began, in milliseconds. */
  readonly awakeMs: number;
}

export interface TabOptions {
  readonly name: string;
  readonly browser: SoakBrowser;
  readonly pageUrl: string;
  readonly trace: Trace;
  /** @returns a new session, as the app keeps it */
  readonly signIn: () => Promise<string>;
}

export class SoakTab {
  readonly name: string;
  readonly browser: SoakBrowser;
  readonly #options: TabOptions;
  #page: Page | undefined;
  /** Has to be there before a script runs for ever. */
  #debugger: CDPSession | undefined;
  /** The process that draws it, while that stands still. */
  #frozen: number | undefined;
  /** Closed or killed, and not to be opened by its writer. */
  isAway = true;
  /** When its document began. */
  loadedAt = 0;

  constructor(options: TabOptions) {
    this.name = options.name;
    this.browser = options.browser;
    this.#options = options;
  }

  async open(): Promise<void> {
    const { browser, trace, name } = this.#options;
    const page = await browser.context.newPage();
    page.setDefaultTimeout(OPEN_MS);
    // It asks before one leaves unsaved words.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    page.on('domcontentloaded', () => (this.loadedAt = trace.now()));
    trace.follow(name, page);
    await page.addInitScript(useOwnAddress);
    await page.addInitScript(followRows);
    await page.addInitScript(countAwake, LONGEST_TICK_MS);
    this.#debugger = await browser.context.newCDPSession(page);
    await this.#debugger.send('Debugger.enable');
    this.#page = page;
    this.isAway = false;
    await this.show();
  }

  /** Brings the page on the screen, if the line allows it. */
  async show(): Promise<void> {
    const { trace, name, signIn, pageUrl } = this.#options;
    const page = this.#open;
    await page.goto(pageUrl, { waitUntil: 'commit' }).catch((error) => trace.write(name, `goto: ${error}`));
    const editor = page.getByLabel('Page content');
    const form = page.getByLabel('Password', { exact: true });
    await editor.or(form).waitFor();
    if (await editor.isVisible()) return;
    // Chromium writes local storage after seconds: a killed one may have lost the session.
    trace.write(name, 'signs in');
    const session = await signIn();
    await page.evaluate((kept) => localStorage.setItem('trellis-auth', kept), session);
    await page.goto(pageUrl);
    await editor.waitFor();
  }

  /** @returns undefined while the editor is not there */
  async read(): Promise<Screen | undefined> {
    return this.#open.evaluate(() => {
      const view = document.querySelector<EditorElement>('.cm-content')?.cmTile?.root?.view;
      const header = document.querySelector<HTMLElement>('.save-status');
      const status = header?.dataset.status;
      if (!view || !header || status === undefined) return undefined;
      const isAlone = header.querySelector('[data-alone]') !== null;
      const isKept = isAlone ? false : /kept on this device/i.test(header.textContent) || undefined;
      const awakeMs = (window as FollowedWindow).awakeMs?.() ?? 0;
      return { text: view.state.doc.toString(), status, isKept, awakeMs };
    });
  }

  /**
   * Asks the browser's disk for the page's drafts, and so waits for every write before that.
   * @returns false if there are none, or the tab went meanwhile
   */
  async isAnswered(): Promise<boolean> {
    return this.#open.evaluate(readDrafts).catch(() => false);
  }

  /**
   * Waits until the disk has the edits that this tab has handed over to it.
   * @returns when it handed the last of them over (`Date.now()`); undefined if it has handed over none, the disk refused
   *   it, or the tab went meanwhile
   */
  async handedOverAt(): Promise<number | undefined> {
    return this.#open.evaluate(() => (window as FollowedWindow).handedOverAt?.()).catch(() => undefined);
  }

  /** @returns the functions that are running, the innermost first, for a tab that does not answer */
  async runningFunctions(): Promise<string> {
    const paused = Promise.withResolvers<string>();
    this.#debugger?.once('Debugger.paused', ({ callFrames }) =>
      paused.resolve(
        callFrames
          .map(
            ({ functionName, url, location: { lineNumber, columnNumber } }) =>
              `${functionName || '(anonymous)'} ${url}:${lineNumber + 1}:${(columnNumber ?? 0) + 1}`,
          )
          .join(' < '),
      ),
    );
    this.#debugger?.send('Debugger.pause').catch(() => undefined);
    const running = await Promise.race([paused.promise, pause(STOP_MS, 'none')]);
    this.#debugger?.send('Debugger.resume').catch(() => undefined);
    return running;
  }

  isSecureContext(): Promise<boolean> {
    return this.#open.evaluate(() => window.isSecureContext && 'locks' in navigator);
  }

  /** The words on the screen instead of the page. */
  async describe(): Promise<string> {
    return this.#open.evaluate(() => `${location.href} ${document.body.innerText.slice(0, 300)}`);
  }

  /**
   * The place is between words, and never after one that another writer has not finished yet: that word would be torn
   * apart.
   */
  async type(word: string, { place, at, isAtOnce, endsLine }: Step): Promise<void> {
    const before = await this.#open.evaluate(
      ([where, number]) => {
        const view = document.querySelector<EditorElement>('.cm-content')?.cmTile?.root?.view;
        if (!view) throw new Error('There is no editor.');
        const text = view.state.doc.toString();
        const patterns: Record<string, RegExp> = {
          end: /(?<=^|[\s;])/g,
          // Never among the marks of a task.
          'start of a line': /^(?!\s*- )/gm,
          'end of a line': /(?<=^|[\s;])$/gm,
          middle: /(?<=[\s;])(?=[^\s\-[\]])/g,
        };
        const places = [...text.matchAll(patterns[where] ?? /^/g)].map(({ index }) => index);
        const place = places.at(where === 'end' ? -1 : number % places.length) ?? 0;
        view.focus();
        view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
        return text.slice(0, place);
      },
      [place, at] as const,
    );
    const { keyboard } = this.#open;
    const typed = `${/\S$/.test(before) ? ' ' : ''}${word} `;
    if (isAtOnce) await keyboard.insertText(typed);
    else await keyboard.type(typed, { delay: KEY_MS });
    // A single Enter begins a line, and two of them a block.
    const isInTask = /- \[.*$/.test(before);
    if (endsLine && !isInTask) for (let times = 0; times <= at % 2; times++) await keyboard.press('Enter');
  }

  /** Selects the word and deletes it. @returns false when it is not there */
  async remove(word: string): Promise<boolean> {
    const isSelected = await this.#open.evaluate((sought) => {
      const view = document.querySelector<EditorElement>('.cm-content')?.cmTile?.root?.view;
      const start = view?.state.doc.toString().indexOf(sought) ?? -1;
      if (!view || start < 0) return false;
      view.focus();
      view.dispatch({ selection: { anchor: start, head: start + sought.length }, scrollIntoView: true });
      return true;
    }, word);
    if (isSelected) await this.#open.keyboard.press('Backspace');
    return isSelected;
  }

  /** Moves the block at some place up or down, by its key. */
  async move(at: number): Promise<void> {
    await this.#open.evaluate((number) => {
      const view = document.querySelector<EditorElement>('.cm-content')?.cmTile?.root?.view;
      if (!view) throw new Error('There is no editor.');
      view.focus();
      const anchor = number % (view.state.doc.toString().length + 1);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
    }, at);
    await this.#moveBlock(at % 2 === 0);
  }

  /** Moves the task of this name. */
  async moveTask(task: string, isUp: boolean): Promise<void> {
    await this.#goBehind(task);
    await this.#moveBlock(isUp);
  }

  /** Types right after the name of a task. */
  async typeInTask(task: string, word: string): Promise<void> {
    await this.#goBehind(task);
    await this.#open.keyboard.type(` ${word}`, { delay: KEY_MS });
  }

  /** Ticks a task, or takes the tick away. */
  async tick(task: string): Promise<void> {
    await this.#goBehind(task);
    await this.#open.keyboard.press('ControlOrMeta+Enter');
  }

  async #moveBlock(isUp: boolean): Promise<void> {
    await this.#open.keyboard.press(isUp ? 'Alt+ArrowUp' : 'Alt+ArrowDown');
  }

  async #goBehind(task: string): Promise<void> {
    await this.#open.evaluate((sought) => {
      const view = document.querySelector<EditorElement>('.cm-content')?.cmTile?.root?.view;
      const start = view?.state.doc.toString().indexOf(sought) ?? -1;
      if (!view || start < 0) throw new Error(`There is no ${sought}`);
      view.focus();
      view.dispatch({ selection: { anchor: start + sought.length }, scrollIntoView: true });
    }, task);
  }

  /** Pastes a small picture at the end, as the system's clipboard hands it over. */
  async addPicture(name: string): Promise<void> {
    await this.#open.evaluate(async (name) => {
      const element = document.querySelector<EditorElement>('.cm-content');
      const view = element?.cmTile?.root?.view;
      if (!element || !view) throw new Error('There is no editor.');
      view.focus();
      view.dispatch({ selection: { anchor: view.state.doc.toString().length } });
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    }, name);
  }

  async undo(): Promise<void> {
    await this.#open.evaluate(() => document.querySelector<HTMLElement>('.cm-content')?.focus());
    await this.#open.keyboard.press('ControlOrMeta+z');
  }

  async reload(): Promise<void> {
    await this.#open.reload({ waitUntil: 'commit' });
  }

  async close(): Promise<void> {
    this.isAway = true;
    await this.#open.close();
  }

  async freeze(): Promise<void> {
    this.#frozen = await this.browser.stopRenderer(() => this.#open.evaluate(() => true));
  }

  unfreeze(): void {
    if (this.#frozen !== undefined) this.browser.wakeRenderer(this.#frozen);
    this.#frozen = undefined;
  }

  /** @returns how many files this browser has that the server lacks */
  filesLeft(): Promise<number> {
    return filesLeft(this.#open);
  }

  get #open(): Page {
    if (!this.#page) throw new Error(`${this.name} is closed.`);
    return this.#page;
  }
}

/** The servers name one address in each page, but are the app's own server by their other name, too. */
function useOwnAddress(): void {
  document.addEventListener('readystatechange', () => {
    const config = document.getElementById('config');
    if (config) config.textContent = config.textContent.replaceAll('localhost', location.hostname);
  });
}

/** CodeMirror's element, with the way to its editor that its own `findFromDOM` takes. */
interface EditorElement extends HTMLElement {
  readonly cmTile?: {
    readonly root?: {
      readonly view?: {
        readonly state: { readonly doc: { toString(): string } };
        focus(): void;
        dispatch(change: object): void;
      };
    };
  };
}

interface FollowedWindow extends Window {
  handedOverAt?: () => Promise<number | undefined>;
  awakeMs?: () => number;
}

/** Runs in each page before its scripts. */
function countAwake(longestTickMs: number): void {
  let awakeMs = 0;
  let counted = performance.now();
  const count = () => {
    awakeMs += Math.min(performance.now() - counted, longestTickMs);
    counted = performance.now();
  };
  setInterval(count, 1000);
  (window as FollowedWindow).awakeMs = () => {
    count();
    return awakeMs;
  };
}

/** Runs in each page before its scripts: a tab that keeps no edits hands none over, whatever the disk says to others. */
function followRows(): void {
  const { add } = IDBObjectStore.prototype;
  let last: { readonly at: number; readonly isTaken: Promise<boolean> } | undefined;
  IDBObjectStore.prototype.add = function (...given) {
    const request = add.apply(this, given);
    const isTaken = new Promise<boolean>((resolve) => {
      this.transaction.addEventListener('complete', () => resolve(true));
      this.transaction.addEventListener('abort', () => resolve(false));
    });
    if (this.name === 'updates') last = { at: Date.now(), isTaken };
    return request;
  };
  (window as FollowedWindow).handedOverAt = async () => {
    const asked = last;
    return asked && (await asked.isTaken) ? asked.at : undefined;
  };
}

async function readDrafts(): Promise<boolean> {
  const databases = await indexedDB.databases();
  const name = databases.find((database) => database.name?.startsWith('trellis-document-'))?.name;
  if (name === undefined) return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const count = opening.result.transaction(['custom', 'updates']).objectStore('updates').count();
      count.onsuccess = () => resolve(true);
      count.onerror = () => resolve(false);
      opening.result.close();
    };
  });
}
