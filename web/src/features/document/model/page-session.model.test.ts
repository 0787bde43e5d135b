/**
 * Several browsers with several tabs each write one page, beside people who write it by other ways, while requests and
 * answers are lost, tabs die between any two steps, and two tabs hold the lock at once. Each character that
 * anybody writes is written once in a run, so the text at the end says what was lost, doubled or brought back.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTOSAVE_DELAY_MS, LONGEST_UNSAVED_MS } from '../../../lib/timings.ts';
import type { ModelBrowser } from './model-browser.ts';
import type { LineFault } from './model-line.ts';
import type { Fault } from './model-server.ts';
import { repeatChance, settled, World } from './world.ts';
// Otherwise the first story that needs it would wait for it.
import '../together/branches.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 3000);
const FAULTS: readonly Fault[] = ['request lost', 'answer lost', 'refused', 'signed-out', 'failed'];
const LINE_FAULTS: readonly LineFault[] = ['lost', 'twice', 'late'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

const freeze: Action = (world, choice) => world.freeze(choice);
/** A failure after which a save is tried again by itself. */
const failForAMoment: Action = (world, choice) => {
  world.server.fault = (['request lost', 'answer lost', 'failed'] as const)[choice % 3] as Fault;
};
const FREEZING = [
  ...ACTIONS.map((action) => (action === loseAnswers ? failForAMoment : action)),
  ...Array<Action>(5).fill(freeze),
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

test(
  'nor when the tab that saves is frozen and thawed between any two steps; another one saves within ten seconds',
  {
    timeout: 600_000,
  },
  () =>
    tellStories(FREEZING, Math.ceil(RUNS / 3), async (world) => {
      // A save that has failed is tried again after ten seconds.
      expect(await world.unsavedAfter(20_000), 'not saved while a tab is frozen').toEqual([]);
    }),
);

async function tellStories(
  actions: readonly Action[],
  numRuns: number,
  afterwards?: (world: World) => Promise<void>,
): Promise<void> {
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
      await afterwards?.(world);
      await world.heal();
      expect(Math.max(0, ...world.tabs.map(({ lateSaves }) => lateSaves))).toBeLessThan(2);
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

test('words that a tab has left are saved at once by the one that saves next', async () => {
  const world = new World();
  const [browser] = world.browsers as [ModelBrowser];
  const left = browser.open();
  await settled();
  await world.run();
  const word = world.character();
  left.type(0, word);
  await world.run();
  world.kill(left);
  expect(world.server.page.content).not.toContain(word);
  browser.open();
  await settled();
  await world.run();
  expect(world.server.page.content).toContain(word);
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

test('a tab that has missed a message of another one asks for its words with the next look', async () => {
  const world = new World();
  const browser = world.browsers[0] as ModelBrowser;
  const other = browser.open();
  const one = browser.open();
  await settled();
  await world.run();
  const ports = [...other.ports].map((port) => ({ port, hear: port.onmessage }));
  for (const { port } of ports) port.onmessage = null;
  one.type(0, world.character());
  await world.run();
  for (const { port, hear } of ports) port.onmessage = hear;
  expect(other.content.toString()).not.toBe(one.content.toString());
  other.events?.onCheck();
  await settled();
  await world.run();
  expect(other.content.toString()).toBe(one.content.toString());
});
