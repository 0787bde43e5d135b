/** The browsers, the server and the line between them of a generated story, and what its words have gone through. */
import { vi } from 'vitest';
import { ModelBrowser } from './model-browser.ts';
import { ModelLine } from './model-line.ts';
import { type Backup, ModelServer } from './model-server.ts';
import type { ModelTab } from './model-tab.ts';
import { Queues } from './queues.ts';

const FIRST_CHARACTER = 0x4e00;
const nextTask = setImmediate;

export class World {
  readonly queues = new Queues();
  readonly server = new ModelServer(this.queues);
  readonly line = new ModelLine(this.queues, this.server);
  readonly browsers: readonly ModelBrowser[];
  /** Taken away on the server, so that it must not come back. */
  readonly removed = new Set<string>();
  /** Taken away in a tab, which may die before anybody hears of it. */
  readonly unwanted = new Set<string>();
  /** Typed in a tab that called everything saved when it died. */
  readonly promised = new Set<string>();
  /** Words that the database had or lacked before a backup was restored. A browser that knows it makes it so again. */
  readonly restoredAway = new Set<string>();
  /** Typed in a tab that died before its disk or the server had it. Those who heard it save it. */
  readonly orphaned = new Set<string>();
  /** Orphaned, and lost with the document that they stood in. */
  readonly homeless = new Set<string>();
  #backup: Backup | undefined;
  #isRestored = false;
  #written = 0;

  /** @param newBrowser for each of three; the third keeps nothing otherwise */
  constructor(newBrowser?: (world: World) => ModelBrowser) {
    this.browsers = [true, true, false].map(
      (hasDisk) => newBrowser?.(this) ?? new ModelBrowser(this.queues, this.server, this.line, hasDisk),
    );
    this.server.onReplaced = () => {
      for (const word of this.orphaned) if (!this.server.page.content.includes(word)) this.homeless.add(word);
      for (const tab of this.tabs) tab.isOfFormer = true;
    };
  }

  kill(tab: ModelTab): void {
    if (tab.session.getSnapshot().status === 'saved') for (const word of tab.typed) this.promised.add(word);
    tab.browser.kill(tab);
    for (const word of tab.typed) {
      if (this.server.page.content.includes(word) || tab.browser.kept().includes(word)) continue;
      (tab.isOfFormer ? this.homeless : this.orphaned).add(word);
    }
  }

  get tabs(): ModelTab[] {
    return this.browsers.flatMap(({ tabs }) => [...tabs]);
  }

  tab(choice: number): ModelTab | undefined {
    const ready = this.tabs.filter(
      ({ session, isClosing, isFrozen }) =>
        !isClosing && !isFrozen && session.getSnapshot().phase === 'ready',
    );
    return ready[choice % ready.length];
  }

  character(): string {
    return String.fromCharCode(FIRST_CHARACTER + this.#written++);
  }

  /** Something of the text of others goes, or another word stands beside it or in its place. */
  correct(choice: number): void {
    const { content } = this.server.page;
    const at = content.length === 0 ? 0 : Math.floor(choice / 3) % content.length;
    const gone = choice % 3 === 0 ? '' : (content[at] ?? '');
    if (gone) this.removed.add(gone);
    const added = choice % 3 === 1 ? '' : this.character();
    this.server.change({ content: content.slice(0, at) + added + content.slice(at + gone.length) });
  }

  backUp(): void {
    this.#backup = this.server.backUp();
  }

  restore(): void {
    // A backup is not restored twice within minutes.
    if (!this.#backup || this.#isRestored) return;
    this.#isRestored = true;
    for (const word of [...this.server.said, ...this.server.logged])
      if (!this.#backup.page.content.includes(word)) this.restoredAway.add(word);
    // A browser takes away again what it knows to be gone.
    for (const word of this.removed) this.restoredAway.add(word);
    this.removed.clear();
    this.server.bringBack(this.#backup);
  }

  /** Whether everything that a browser has and the server lacks was typed in that browser. */
  isOnlyAheadByItself(browser: ModelBrowser): boolean {
    const words = [...browser.tabs].map(({ content }) => content.toString()).join('') + browser.kept();
    return [...words].every((word) => browser.typed.has(word) || this.server.page.content.includes(word));
  }

  async run(): Promise<void> {
    for (let steps = 0; steps < 400 && !this.queues.isEmpty; steps++) {
      this.queues.step(steps);
      await settled();
    }
  }

  freeze(choice: number): void {
    const tab = this.tabs[choice % 6];
    if (tab && !tab.isFrozen) tab.isFrozen = true;
    else tab?.thaw();
  }

  /** @returns words in tabs that are not frozen which the server lacks after so long */
  async unsavedAfter(ms: number): Promise<string[]> {
    this.server.fault = 'none';
    for (let passed = 0; passed < ms; passed += 1000) {
      await this.run();
      vi.advanceTimersByTime(1000);
      await settled();
    }
    await this.run();
    return this.tabs.flatMap(({ isFrozen, isClosing, session, content, typed }) =>
      isFrozen || isClosing || session.getSnapshot().phase !== 'ready'
        ? []
        : [...content.toString()].filter(
            (word) => typed.has(word) && !this.server.page.content.includes(word),
          ),
    );
  }

  /** Lets everything that is under way come to its end, without any more faults. */
  async heal(): Promise<void> {
    this.server.fault = 'none';
    for (const tab of this.tabs) tab.thaw();
    for (let round = 0; round < 40; round++) {
      for (const browser of this.browsers) if (browser.tabs.size === 0) browser.open();
      await this.run();
      vi.advanceTimersByTime(10_000);
      await settled();
      if (round % 10 === 5) for (const tab of this.tabs) tab.events?.onReturn();
      await settled();
      if (round > 6 && this.queues.isEmpty && this.isAtRest) return;
    }
  }

  get isAtRest(): boolean {
    return this.tabs.every(
      ({ session, content }) =>
        session.getSnapshot().phase === 'ready' &&
        session.getSnapshot().status === 'saved' &&
        content.toString() === this.server.page.content,
    );
  }
}

/** Everything that needs no more turns has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => nextTask(resolve));
}

/** Ids and delays are the same ones whenever a story is told. */
export function repeatChance(): void {
  let state = 1;
  vi.spyOn(Math, 'random').mockImplementation(() => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  });
}
