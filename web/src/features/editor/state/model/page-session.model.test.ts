/**
 * Several browsers with several tabs each write one page, beside people who write it by other ways, while requests and
 * answers are lost, tabs die between any two steps, and two tabs hold the lock at once. Each character that
 * anybody writes is written once in a run, so the text at the end says what was lost, doubled or brought back.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTOSAVE_DELAY_MS, LONGEST_UNSAVED_MS } from '../../../../lib/timings.ts';
import { ModelBrowser, type ModelTab } from './model-browser.ts';
import { type LineFault, ModelLine } from './model-line.ts';
import { type Backup, type Fault, ModelServer } from './model-server.ts';
import { Queues } from './queues.ts';
// Otherwise the first story that needs it would wait for it.
import '../together/branches.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 3000);
const FIRST_CHARACTER = 0x4e00;
const FAULTS: readonly Fault[] = ['request lost', 'answer lost', 'refused', 'signed-out', 'failed'];
const LINE_FAULTS: readonly LineFault[] = ['lost', 'twice', 'late'];
const nextTask = setImmediate;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Ids and delays are the same ones whenever a story is told. */
function repeatChance(): void {
  let state = 1;
  vi.spyOn(Math, 'random').mockImplementation(() => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  });
}

class World {
  readonly queues = new Queues();
  readonly server = new ModelServer(this.queues);
  readonly line = new ModelLine(this.queues, this.server);
  readonly browsers = [true, true, false].map(
    (hasDisk) => new ModelBrowser(this.queues, this.server, this.line, hasDisk),
  );
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

  constructor() {
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
      ({ session, isClosing }) => !isClosing && session.getSnapshot().phase === 'ready',
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

  /** Lets everything that is under way come to its end, without any more faults. */
  async heal(): Promise<void> {
    this.server.fault = 'none';
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

type Action = (world: World, choice: number) => void;

const step: Action = ({ queues }, choice) => queues.step(choice);
const type: Action = (world, choice) => {
  const tab = world.tab(choice);
  tab?.type(Math.floor(choice / 3) % (tab.content.length + 1), world.character());
};
const loseAnswers: Action = (world, choice) => {
  world.server.fault = FAULTS[choice % FAULTS.length] as Fault;
};
const killTab: Action = (world, choice) => {
  const tab = world.tabs[choice % 6];
  if (tab) world.kill(tab);
};
const mistakeLock: Action = (world, choice) => world.browsers[choice % 3]?.mistakeLock();
const ACTIONS: readonly Action[] = [
  ...Array<Action>(12).fill(step),
  type,
  type,
  (world, choice) => {
    const tab = world.tab(choice);
    tab?.type(tab.content.length, world.character());
  },
  (world, choice) => {
    const content = world.tab(choice)?.content;
    if (!content || content.length === 0) return;
    const at = Math.floor(choice / 3) % content.length;
    world.unwanted.add(content.toString()[at] as string);
    content.delete(at, 1);
  },
  (world, choice) => world.correct(choice),
  (world) => world.server.change({ content: world.server.page.content + world.character() }),
  () => vi.advanceTimersByTime(2000),
  () => vi.advanceTimersByTime(2000),
  loseAnswers,
  (world, choice) => {
    const browser = world.browsers[choice % 3] as ModelBrowser;
    if (browser.tabs.size < 3) browser.open();
  },
  killTab,
  (world, choice) => {
    const tab = world.tab(choice);
    if (tab) void tab.leave().then(() => tab.isDead || world.kill(tab));
  },
  (world, choice) => world.tab(choice)?.events?.onLeave(),
  (world, choice) => world.tab(choice)?.events?.onReturn(),
  mistakeLock,
  (world) => world.server.shorten(),
  (world, choice) => {
    world.line.fault = LINE_FAULTS[choice % LINE_FAULTS.length] as LineFault;
  },
];

const restoreBackup: Action = (world, choice) => (choice % 3 > 0 ? world.backUp() : world.restore());

/** The server puts another document in the page's place. */
const beginAnew: Action = (world) => {
  // It happens after days without edits: long after somebody has saved what others had heard.
  if (world.queues.isEmpty && world.browsers.every((browser) => world.isOnlyAheadByItself(browser)))
    world.server.beginAnew();
};
test(
  `no word is lost, doubled or brought back, in ${RUNS} generated stories`,
  {
    timeout: 600_000,
  },
  () => tellStories(ACTIONS, RUNS),
);

test(
  'nor when the page gets another document',
  {
    timeout: 600_000,
  },
  () => tellStories([...ACTIONS, ...Array<Action>(3).fill(beginAnew)], Math.ceil(RUNS / 3)),
);

test(
  'nor when a backup of the database is restored',
  {
    timeout: 600_000,
  },
  () => tellStories([...ACTIONS, ...Array<Action>(3).fill(restoreBackup)], Math.ceil(RUNS / 3)),
);

async function tellStories(actions: readonly Action[], numRuns: number): Promise<void> {
  const story = fc.array(fc.tuple(fc.nat(actions.length - 1), fc.nat(10_000)), {
    minLength: 20,
    maxLength: 120,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      vi.clearAllTimers();
      repeatChance();
      const world = new World();
      world.server.change({ content: world.character() + world.character() });
      for (const browser of world.browsers) browser.open();
      for (const [kind, choice] of steps) {
        actions[kind]?.(world, choice);
        await settled();
      }
      const safe = new Set([
        ...world.promised,
        ...world.server.said,
        ...world.browsers.flatMap((browser) => [...browser.kept()]),
        ...world.tabs.flatMap(({ content, isClosing, session, typed }) => {
          const words = [...content.toString()];
          if (!isClosing) return words;
          return session.isOnlyHere ? words.filter((word) => typed.has(word)) : [];
        }),
      ]);
      await world.heal();
      const { content } = world.server.page;
      expect([...content].sort(), 'nothing twice').toEqual([...new Set(content)].sort());
      expect(
        [...safe].filter(
          (word) =>
            !world.removed.has(word) &&
            !world.unwanted.has(word) &&
            !world.restoredAway.has(word) &&
            !world.homeless.has(word) &&
            !content.includes(word),
        ),
        'lost',
      ).toEqual([]);
      expect(
        [...content].filter((word) => world.removed.has(word)),
        'brought back',
      ).toEqual([]);
      for (const tab of world.tabs) {
        expect(tab.session.getSnapshot()).toMatchObject({ phase: 'ready', status: 'saved' });
        expect(tab.content.toString(), 'a tab shows what the server has').toBe(content);
      }
    }),
    {
      numRuns,
      endOnFailure: Boolean(process.env.MODEL_QUICK),
      ...(process.env.MODEL_SEED
        ? { seed: Number(process.env.MODEL_SEED), path: process.env.MODEL_PATH as string }
        : {}),
    },
  );
}

test('every tab hears that the page is gone, and that it is back', async () => {
  const world = new World();
  world.server.isGone = true;
  const [browser] = world.browsers as [ModelBrowser];
  const tabs = [browser.open(), browser.open()];
  await world.run();
  expect(tabs.map(({ session }) => session.getSnapshot().phase)).toEqual(['missing', 'missing']);
  const late = browser.open();
  await world.run();
  expect(late.session.getSnapshot().phase).toBe('missing');
  world.server.isGone = false;
  await late.session.reopen();
  await world.run();
  expect([...tabs, late].map(({ session }) => session.getSnapshot().phase)).toEqual([
    'ready',
    'ready',
    'ready',
  ]);
});

test('who types without a pause is saved ten seconds later all the same, however many write', {
  timeout: 600_000,
}, async () => {
  const letter = fc.tuple(fc.nat(5), fc.integer({ min: 50, max: AUTOSAVE_DELAY_MS - 1 }), fc.nat(60));
  const story = fc.array(letter, { minLength: 20, maxLength: 80, size: 'max' });
  await fc.assert(fc.asyncProperty(story, typeWithoutPause), {
    numRuns: Math.ceil(RUNS / 60),
    endOnFailure: Boolean(process.env.MODEL_QUICK),
  });
});

async function typeWithoutPause(letters: readonly (readonly [number, number, number])[]): Promise<void> {
  vi.clearAllTimers();
  repeatChance();
  const world = new World();
  for (const browser of world.browsers) browser.open();
  world.browsers[0]?.open();
  await settled();
  await world.run();
  const typedAt = new Map<string, number>();
  let now = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  for (const [tab, pause, fault] of letters) {
    const isToFail = fault < FAULTS.length;
    if (isToFail) world.server.fault = FAULTS[fault] as Fault;
    const word = world.character();
    typedAt.set(word, now);
    world.tab(tab)?.type(0, word);
    await world.run();
    vi.advanceTimersByTime(pause);
    now += pause;
    await settled();
    await world.run();
    if (isToFail || world.server.fault !== 'none') failedAt = now;
    // After a failure, the next edit counts as the first.
    const isDue = (ms: number) => Math.max(ms, failedAt + AUTOSAVE_DELAY_MS) <= now - LONGEST_UNSAVED_MS;
    const due = [...typedAt].filter(([, at]) => isDue(at)).map(([typed]) => typed);
    const { content } = world.server.page;
    expect(
      due.filter((typed) => !content.includes(typed)),
      'not saved',
    ).toEqual([]);
  }
}

test('letters that are typed while others are saved wait for their own time', async () => {
  const world = new World();
  const tab = (world.browsers[2] as ModelBrowser).open();
  await settled();
  await world.run();
  const statuses: string[] = [];
  tab.session.subscribe(() => {
    const { status } = tab.session.getSnapshot();
    if (status !== statuses.at(-1)) statuses.push(status);
  });
  tab.type(0, world.character());
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  for (let steps = 0; steps < 60; steps++) {
    await settled();
    world.queues.step(0);
    tab.type(0, world.character());
  }
  await settled();
  await world.run();
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  await settled();
  await world.run();
  expect(statuses).toEqual(['unsaved', 'saving', 'unsaved', 'saving', 'saved']);
  expect(world.server.page.content).toBe(tab.content.toString());
});

/** Everything that needs no more turns has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => nextTask(resolve));
}
