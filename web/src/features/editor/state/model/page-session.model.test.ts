/**
 * Several browsers with several tabs each write one page, beside people who write it by other ways, while requests and
 * answers are lost, tabs die between any two steps, and two tabs hold the lock at once. Each character that
 * anybody writes is written once in a run, so the text at the end says what was lost, doubled or brought back.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModelBrowser, type ModelTab } from './model-browser.ts';
import { type Fault, ModelServer } from './model-server.ts';
import { Queues } from './queues.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 3000);
const FIRST_CHARACTER = 0x4e00;
const FAULTS: readonly Fault[] = ['request lost', 'answer lost', 'refused', 'signed-out', 'failed'];
const nextTask = setImmediate;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

class World {
  readonly queues = new Queues();
  readonly server = new ModelServer(this.queues);
  readonly browsers = [
    new ModelBrowser(this.queues, this.server),
    new ModelBrowser(this.queues, this.server),
  ];
  /** Taken away on the server, so that it must not come back. */
  readonly removed = new Set<string>();
  /** Taken away in a tab, which may die before anybody hears of it. */
  readonly unwanted = new Set<string>();
  /** Typed in a tab that called everything saved when it died. */
  readonly promised = new Set<string>();
  #written = 0;

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
  (world, choice) => {
    world.server.fault = FAULTS[choice % FAULTS.length] as Fault;
  },
  (world, choice) => {
    const browser = world.browsers[choice % 2] as ModelBrowser;
    if (browser.tabs.size < 3) browser.open();
  },
  (world, choice) => {
    const tab = world.tabs[choice % 6];
    if (!tab) return;
    if (tab.session.getSnapshot().status === 'saved') for (const word of tab.typed) world.promised.add(word);
    tab.browser.kill(tab);
  },
  (world, choice) => {
    const tab = world.tab(choice);
    if (tab) void tab.browser.close(tab);
  },
  (world, choice) => world.tab(choice)?.events?.onLeave(),
  (world, choice) => world.tab(choice)?.events?.onReturn(),
  (world, choice) => world.browsers[choice % 2]?.mistakeLock(),
];

/**
 * Found among tens of thousands: too rare to leave to chance. Each step is an action, and its choice where that
 * counts.
 */
const KNOWN_STORIES = [
  // A save is refused in one tab, and taken from another that holds the lock as well and sends it again.
  '0 0 0 0 0 21:3405 0 0 0 0 0:6411 0 0:8838 0 0 20 0 0 0 0 0 26:1165 20:3752 0 12 18 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
  // A tab ends before its words are kept, and another that is open already takes over.
  '0 0 0 0 0 0 0 0 0 0:6271 21 0 0 0 0 0 0:414 0 0 0:644 12 12 0 0 0:5247 24 0:973 12 0:2037 12 22',
  // A tab reads "saved" of another that has not heard yet what was typed in it, and dies.
  '0 0 0 0 0 0 0 0 20 0 0 0 0 0 0 0 0 21:7729 12 0 0:3213 22 0 12 22 0:1447 0 0 0 0 0 23 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
  // The last tab to know some words ends while one is opened that asks for them too late.
  '0 0 0 0 0 0 0 0 0 21 22:3062 0 0 0:7018 0:1838 0:5708 0 0:3227 0:7292 21 12:279 0 0:6040 22 0:3494 23 12 0 0:938 0:3826 12 16 0 0 0:9765 0:3318 0:2 12 12 12 12 0:5 0:346 0 0',
].map((story): [[number, number][]] => [
  story.split(' ').map((step): [number, number] => {
    const [kind, choice = '0'] = step.split(':');
    return [Number(kind), Number(choice)];
  }),
]);

test(`no word is lost, doubled or brought back, in ${RUNS} generated stories`, {
  timeout: 600_000,
}, async () => {
  const story = fc.array(fc.tuple(fc.nat(ACTIONS.length - 1), fc.nat(10_000)), {
    minLength: 20,
    maxLength: 120,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(story, async (actions) => {
      vi.clearAllTimers();
      const world = new World();
      world.server.change({ content: world.character() + world.character() });
      for (const browser of world.browsers) browser.open();
      for (const [kind, choice] of actions) {
        ACTIONS[kind]?.(world, choice);
        await settled();
      }
      const safe = new Set([
        ...world.promised,
        ...world.server.said,
        ...world.browsers.flatMap((browser) => [...browser.kept()]),
        ...world.tabs.flatMap(({ content, isClosing }) => (isClosing ? [] : [...content.toString()])),
      ]);
      await world.heal();
      const { content } = world.server.page;
      expect([...content].sort(), 'nothing twice').toEqual([...new Set(content)].sort());
      expect(
        [...safe].filter(
          (word) => !world.removed.has(word) && !world.unwanted.has(word) && !content.includes(word),
        ),
        'lost',
      ).toEqual([]);
      expect(
        [...content].filter((word) => world.removed.has(word)),
        'brought back',
      ).toEqual([]);
      for (const tab of world.tabs) {
        expect(tab.session.getSnapshot()).toEqual({ phase: 'ready', status: 'saved' });
        expect(tab.content.toString(), 'a tab shows what the server has').toBe(content);
      }
    }),
    {
      numRuns: RUNS,
      examples: KNOWN_STORIES,
      endOnFailure: Boolean(process.env.MODEL_QUICK),
      ...(process.env.MODEL_SEED
        ? { seed: Number(process.env.MODEL_SEED), path: process.env.MODEL_PATH as string }
        : {}),
    },
  );
});

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

/** Everything that needs no more turns has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => nextTask(resolve));
}
