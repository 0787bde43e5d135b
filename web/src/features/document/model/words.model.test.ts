/**
 * Three people write words into one page and move its lines, some of them without a connection. At the end each word is there
 * once.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModelBrowser } from './model-browser.ts';
import { ModelLine } from './model-line.ts';
import { ModelServer } from './model-server.ts';
import type { ModelTab } from './model-tab.ts';
import { Queues } from './queues.ts';
import { settled } from './world.ts';
// Otherwise the first story that needs it would wait for it.
import '../together/branches.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 60);
const LINES = ['a0; a1; a2;', '', 'b0;', '', 'c0; c1;', '', 'd0; d1; d2; d3;', ''];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

class World {
  readonly queues = new Queues();
  readonly server = new ModelServer(this.queues);
  readonly line = new ModelLine(this.queues, this.server);
  readonly tabs: ModelTab[];
  readonly words = new Set(LINES.join(' ').match(/\S+/g));

  constructor() {
    this.server.change({ content: LINES.join('\n') });
    this.tabs = [0, 1, 2].map(() => new ModelBrowser(this.queues, this.server, this.line).open());
  }

  async run(most: number): Promise<void> {
    for (let steps = 0; steps < most && !this.queues.isEmpty; steps++) {
      this.queues.step(steps);
      await settled();
    }
  }

  async rest(): Promise<void> {
    for (let round = 0; round < 6; round++) {
      await this.run(400);
      vi.advanceTimersByTime(10_000);
      await settled();
    }
  }
}

type Action = (world: World, tab: ModelTab, choice: number) => void;

const type: Action = ({ words }, tab, choice) => {
  const places = [...tab.shown.matchAll(/(?<=^|\s)(?=\w)/g)].map(({ index }) => index);
  const word = `w${words.size};`;
  words.add(word);
  const from = places[choice % places.length] ?? 0;
  tab.edit([{ from, to: from, insert: `${word} ` }]);
};

const move: Action = (_, tab, choice) => {
  const lines = tab.shown.split('\n');
  const full = lines.flatMap((line, at) => (line === '' ? [] : [at]));
  const nth = choice % Math.max(full.length - 1, 1);
  const [above, below] = [full[nth], full[nth + 1]];
  if (above === undefined || below === undefined) return;
  const start = (at: number) => lines.slice(0, at).join('\n').length + (at > 0 ? 1 : 0);
  const [from, to] = [start(above), start(below)];
  const [first, second] = [lines[above] ?? '', lines[below] ?? ''];
  const space = '\n'.repeat(to - from - first.length);
  const end = to + second.length;
  const edits =
    choice % 2 === 0
      ? [
          { from, to, insert: '' },
          { from: end, to: end, insert: space + first },
        ]
      : [
          { from, to: from, insert: second + space },
          { from: to - space.length, to: end, insert: '' },
        ];
  tab.edit(edits, true);
};

const ACTIONS: readonly Action[] = [type, type, type, move, move];

interface Story {
  readonly steps: readonly (readonly [kind: number, tab: number, choice: number, pause: number])[];
  readonly apart: readonly boolean[];
}

const story: fc.Arbitrary<readonly Story[]> = fc.array(
  fc.record({
    apart: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    steps: fc.array(fc.tuple(fc.nat(ACTIONS.length - 1), fc.nat(2), fc.nat(1000), fc.nat(12)), {
      maxLength: 10,
    }),
  }),
  { minLength: 1, maxLength: 3 },
);

async function tell(world: World, { steps, apart }: Story): Promise<void> {
  for (const [at, tab] of world.tabs.entries()) {
    tab.browser.isApart = apart[at] ?? false;
    if (tab.isApart) world.line.lose(tab);
  }
  for (const [kind, at, choice, pause] of steps) {
    const tab = world.tabs[at];
    if (tab) ACTIONS[kind]?.(world, tab, choice);
    await world.run(pause);
    if (pause > 8) vi.advanceTimersByTime(2000);
    await settled();
  }
  for (const tab of world.tabs) {
    if (!tab.isApart) continue;
    tab.browser.isApart = false;
    world.line.restore(tab);
    tab.events?.onReturn();
  }
  await world.rest();
  for (const tab of world.tabs) tab.events?.onReturn();
  await world.rest();
  const { content } = world.server.page;
  for (const tab of world.tabs) expect(tab.shown).toBe(content);
  expect(content.match(/[a-z]\d+;/g)?.toSorted(), content).toEqual([...world.words].toSorted());
}

test(`each word is there once, whatever moves, in ${RUNS} generated stories`, {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(story, async (rounds) => {
      vi.clearAllTimers();
      const world = new World();
      await world.rest();
      for (const round of rounds) await tell(world, round);
    }),
    { numRuns: RUNS },
  );
});
