/**
 * Two browsers with several tabs write one page while their disks fill up, cannot be opened, say nothing, are cleared and come
 * back between any two steps. The sessions and the drafts on the disks are the real ones. Words that the page's header calls
 * kept outlive their tabs, and at the end each word is there once.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDraftStore } from '../drafts/draft-store.ts';
import { keepWords } from '../drafts/keep-words.ts';
import { keepBeforeUnload } from '../drafts/left-words.ts';
import type { BrowserTab } from '../session/browser-tab.ts';
import { ModelBrowser } from './model-browser.ts';
import type { Fault } from './model-server.ts';
import type { ModelTab } from './model-tab.ts';
import { type DiskFault, RealDisks } from './real-disk.ts';
import { settled, World } from './world.ts';
// Otherwise the first story that needs them would wait for them.
import '../drafts/put-back.ts';
import '../together/branches.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 200);
const FAULTS: readonly Fault[] = ['request lost', 'answer lost', 'failed'];
const DISK_FAULTS: readonly DiskFault[] = ['none', 'full', 'refuses'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let tabs = 0;

class BrowserWithDisk extends ModelBrowser {
  readonly disk: string;
  readonly #disks: RealDisks;
  readonly #names = new Map<ModelTab, string>();

  constructor({ queues, server, line }: World, disks: RealDisks, disk: string) {
    super(queues, server, line);
    this.#disks = disks;
    this.disk = disk;
  }

  /** The tab's name of the disk. */
  nameFor(tab: ModelTab): string {
    // Unlike any of another story: a page remembers by name which openings were not answered.
    const name = this.#names.get(tab) ?? `${this.disk} of tab ${tabs++}`;
    this.#names.set(tab, name);
    return name;
  }

  override around(tab: ModelTab): BrowserTab {
    return {
      ...super.around(tab),
      openDraftStore: (_, ...given) => openDraftStore(this.nameFor(tab), ...given),
      keepBeforeUnload: (_, unsaved) => {
        if (!tab.isDead) keepBeforeUnload(this.nameFor(tab), unsaved);
      },
    };
  }

  override kill(tab: ModelTab): void {
    super.kill(tab);
    this.#disks.kill(this.nameFor(tab));
  }

  override kept(): string {
    return this.#disks.kept(this.disk);
  }

  override hasLostTurn(): boolean {
    return false;
  }
}

class Story {
  readonly world: World;
  readonly disks: RealDisks;
  readonly browsers: BrowserWithDisk[] = [];
  /** By the disk that the header said it of. A disk that is cleared keeps no promise, but what a tab puts there again. */
  readonly #promised = new Map<string, Set<string>>();
  #clears = 0;

  constructor() {
    let disks: RealDisks | undefined;
    this.world = new World((world) => {
      disks ??= new RealDisks(world.queues);
      const browser = new BrowserWithDisk(world, disks, `disk ${this.browsers.length}`);
      this.browsers.push(browser);
      return browser;
    });
    this.disks = disks as unknown as RealDisks;
    this.world.server.change({ content: this.world.character() + this.world.character() });
    for (const browser of this.world.browsers) browser.open();
  }

  get safe(): ReadonlySet<string> {
    return new Set([...this.#promised.values()].flatMap((words) => [...words]));
  }

  /** As the page's header does before it says so. */
  async look(tab: ModelTab): Promise<void> {
    const browser = tab.browser as BrowserWithDisk;
    const { words } = tab.session;
    if (!words) return;
    const asked = [...tab.content.toString()];
    const clears = this.#clears;
    const isKept = await keepWords({ ...words, name: browser.nameFor(tab) });
    if (!isKept || tab.isDead || clears !== this.#clears) return;
    const promised = this.#promised.get(browser.disk) ?? new Set();
    for (const word of asked) promised.add(word);
    this.#promised.set(browser.disk, promised);
  }

  clear(browser: BrowserWithDisk, isForced: boolean): void {
    this.#clears++;
    this.#promised.delete(browser.disk);
    this.disks.clear(browser.disk, isForced);
  }
}

type Action = (story: Story, choice: number) => void | Promise<void>;

const step: Action = ({ world }, choice) => world.queues.step(choice);
const type: Action = ({ world }, choice) => {
  const tab = world.tab(choice);
  tab?.type(Math.floor(choice / 3) % (tab.content.length + 1), world.character());
};
const look: Action = (story, choice) => {
  const tab = story.world.tab(choice);
  if (tab) void story.look(tab);
};
const pass: Action = () => void vi.advanceTimersByTime(2000);
const run: Action = async ({ world }) => world.run();
const breakDisk: Action = ({ disks, browsers }, choice) =>
  disks.setFault(browsers[choice % 3]?.disk ?? '', DISK_FAULTS[Math.floor(choice / 3) % 3] ?? 'none');
const ACTIONS: readonly Action[] = [
  ...Array<Action>(6).fill(step),
  ...Array<Action>(4).fill(run),
  type,
  type,
  type,
  look,
  look,
  look,
  pass,
  pass,
  breakDisk,
  breakDisk,
  ({ disks }) => disks.mend(),
  ({ disks }) => {
    disks.isSilent = true;
  },
  (story, choice) => story.clear(story.browsers[choice % 3] as BrowserWithDisk, choice % 2 === 0),
  ({ world }, choice) => {
    world.server.fault = FAULTS[choice % FAULTS.length] as Fault;
  },
  ({ browsers }, choice) => {
    const browser = browsers[choice % 3] as BrowserWithDisk;
    browser.isApart = !browser.isApart;
  },
  ({ browsers }, choice) => {
    const browser = browsers[choice % 3] as BrowserWithDisk;
    if (browser.tabs.size < 3) browser.open();
  },
  ({ world }, choice) => {
    const tab = world.tabs[choice % 6];
    if (tab) world.kill(tab);
  },
  ({ world }, choice) => world.tab(choice)?.events?.onLeave(),
  ({ world }, choice) => world.tab(choice)?.events?.onReturn(),
  ({ world }) => world.server.shorten(),
];

test(`what is said to be kept is, on disks that break and mend, in ${RUNS} generated stories`, {
  timeout: 600_000,
}, async () => {
  const story = fc.array(fc.tuple(fc.nat(ACTIONS.length - 1), fc.nat(10_000)), {
    minLength: 20,
    maxLength: 100,
    size: 'max',
  });
  await fc.assert(fc.asyncProperty(story, tell), {
    numRuns: RUNS,
    endOnFailure: Boolean(process.env.MODEL_QUICK),
    ...(process.env.MODEL_SEED
      ? { seed: Number(process.env.MODEL_SEED), path: process.env.MODEL_PATH as string }
      : {}),
  });
});

async function tell(steps: readonly (readonly [kind: number, choice: number])[]): Promise<void> {
  vi.clearAllTimers();
  const story = new Story();
  const { world, disks } = story;
  for (const [kind, choice] of steps) {
    await ACTIONS[kind]?.(story, choice);
    await settled();
  }
  const safe = new Set([
    ...story.safe,
    ...world.promised,
    ...world.server.said,
    ...world.tabs.flatMap(({ content }) => [...content.toString()]),
  ]);
  disks.mend();
  for (const browser of story.browsers) browser.isApart = false;
  await world.heal();
  const { content } = world.server.page;
  expect([...content].sort(), 'nothing twice').toEqual([...new Set(content)].sort());
  expect(
    [...safe].filter((word) => !content.includes(word)),
    'lost',
  ).toEqual([]);
  for (const tab of world.tabs) {
    expect(tab.session.getSnapshot()).toMatchObject({ phase: 'ready', status: 'saved' });
    expect(tab.content.toString(), 'a tab shows what the server has').toBe(content);
  }
  for (const browser of story.browsers) expect(browser.kept(), 'the disk has it again').toBe(content);
}
