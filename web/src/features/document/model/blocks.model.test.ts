/**
 * Three people write a page of blocks, some of them without a connection for a while. However they come back, each edit is
 * there once, and each word is in the block that it was typed in.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { textEdits } from '../moves/edits/text-changes.ts';
import { isOf, isTable, LAST_BLOCK, moveBlock, PAGE } from '../together/story-page.ts';
import { replaceText } from '../words/page-document.ts';
import { ModelBrowser } from './model-browser.ts';
import { ModelLine } from './model-line.ts';
import { type Fault, ModelServer } from './model-server.ts';
import type { ModelTab } from './model-tab.ts';
import { Queues } from './queues.ts';
// Otherwise the first story that needs it would wait for it.
import '../together/branches.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 60);
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
  readonly line = new ModelLine(this.queues, this.server);
  readonly tabs: ModelTab[];
  /** By the block that they were typed in. */
  readonly typed = new Map<string, string>();

  constructor() {
    this.server.change({ content: PAGE });
    this.tabs = [0, 1, 2].map(() => new ModelBrowser(this.queues, this.server, this.line).open());
  }

  async run(most = 400): Promise<void> {
    for (let steps = 0; steps < most && !this.queues.isEmpty; steps++) {
      this.queues.step(steps);
      await settled();
    }
  }

  async rest(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await this.run();
      vi.advanceTimersByTime(10_000);
      await settled();
    }
  }
}

type Edit = (world: World, tab: ModelTab, block: number) => void;

function editLine(tab: ModelTab, block: number, edit: (line: string) => string): void {
  const lines = tab.shown.split('\n');
  const next = lines.map((line) => (isOf(line, block) ? edit(line) : line));
  tab.session.document.transact(() => replaceText(tab.content, next.join('\n')));
}

const tick: Edit = (_, tab, block) => editLine(tab, block, (line) => line.replace('[ ]', '[x]'));
const correct: Edit = (_, tab, block) => editLine(tab, block, (line) => line.replace('tow', 'two'));
const embolden: Edit = (_, tab, block) =>
  editLine(tab, block, (line) => line.replace(/(?<!\*)\bb\d+\b/, '**$&**'));
const lower: Edit = (_, tab, block) => editLine(tab, block, (line) => line.replace(/^#(?=# |#? )/, '##'));
const makeItem: Edit = (_, tab, block) => editLine(tab, block, (line) => line.replace(/^(?=b|\*\*b)/, '- '));
const type: Edit = ({ typed }, tab, block) => {
  if (!lineOf(tab.shown, block)) return;
  const word = `w${typed.size}`;
  typed.set(word, `b${block}`);
  editLine(tab, block, (line) => line.replace(/\bb\d+\b\**/, `$& ${word}`));
};

const rename: Edit = (_, tab, block) => {
  replaceText(tab.session.document.getText('name'), `Plan ${block % 3}`);
};

/** Takes the block away and puts it elsewhere, as the editor's commands do. */
const move: Edit = (_, tab, block) => {
  const after = moveBlock(tab.shown, block, tab.session.document.clientID);
  tab.edit(textEdits(0, tab.shown, after), true);
};

const EDITS: readonly Edit[] = [tick, correct, embolden, lower, makeItem, rename, type, type];
const WITH_MOVES: readonly Edit[] = [...EDITS, move, move, move, type, type];

function lineOf(content: string, block: number): string | undefined {
  return content.split('\n').find((line) => isOf(line, block));
}

interface Round {
  readonly apart: readonly boolean[];
  readonly edits: readonly (readonly [kind: number, tab: number, block: number])[];
  readonly order: number;
  /** After so many steps, a tab that comes back ends, and is opened again. */
  readonly kill: number | null;
  readonly fault: Fault;
  /** Whether all come back at the same moment. */
  readonly areTogether: boolean;
  /** Whether they notice that the connection is lost before they save. */
  readonly isNoticed: boolean;
}

interface Branch {
  readonly name: string;
  readonly content: string;
}

function branchOf(tab: ModelTab | undefined): Branch {
  return { name: `${tab?.session.document.getText('name')}`, content: tab?.shown ?? '' };
}

async function tell(world: World, round: Round, kinds: readonly Edit[]): Promise<Branch[]> {
  const { apart, edits, order, kill, fault, areTogether, isNoticed } = round;
  const before = branchOf(world.tabs[0]);
  for (const [at, tab] of world.tabs.entries()) {
    tab.browser.isApart = apart[at] ?? false;
    if (tab.isApart && isNoticed) world.line.lose(tab);
  }
  for (const [kind, at, block] of edits) {
    // Each of them, or all of them.
    for (const tab of at < world.tabs.length ? world.tabs.slice(at, at + 1) : world.tabs) {
      kinds[kind]?.(world, tab, block);
      // Without a connection it is kept on the disk, at least.
      await (tab.isApart ? world.run() : world.rest());
    }
  }
  const branches = [before, ...world.tabs.map(branchOf)];
  // Who does not notice that the line is broken hears of it from a save that fails.
  if (!isNoticed) await world.rest();
  for (let count = 0; count < world.tabs.length; count++) {
    const place = (count + order) % world.tabs.length;
    const tab = world.tabs[place] as ModelTab;
    if (!tab.isApart) continue;
    tab.browser.isApart = false;
    if (isNoticed) world.line.restore(tab);
    world.server.fault = fault;
    tab.events?.onReturn();
    if (kill !== null) {
      await world.run(kill);
      tab.browser.kill(tab);
      world.tabs[place] = tab.browser.open();
    }
    if (!areTogether) await world.rest();
  }
  await world.rest();
  // A request may have been lost.
  for (const tab of world.tabs) tab.events?.onReturn();
  await world.rest();
  return branches;
}

/** The line without the words that were typed meanwhile. */
function shape(line: string | undefined): string | undefined {
  return line?.replaceAll(/ w\d+/g, '');
}

function expectWhole({ server, tabs, typed }: World, all: readonly Branch[]): void {
  const { name, content } = server.page;
  for (const tab of tabs) expect(branchOf(tab)).toEqual({ name, content });
  expect(all.map((branch) => branch.name)).toContain(name);
  const branches = all.map((branch) => branch.content);
  const told = [...branches, content].join('\n--------\n');
  expect(isTable(content), told).toBe(true);
  for (let block = 0; block <= LAST_BLOCK; block++) {
    const lines = content.split('\n').filter((line) => isOf(line, block));
    expect(lines.length, `b${block} once\n${told}`).toBe(1);
    const [line = ''] = lines;
    // Each part of it is as one of the branches has it.
    for (const part of [/^ *[^b* ]*[^b*]*/, /tow|two/, /\*{0,9}b\d+\*{0,9}/])
      expect(
        branches.map((branch) => part.exec(shape(lineOf(branch, block)) ?? '')?.[0]),
        told,
      ).toContain(part.exec(shape(line) ?? '')?.[0]);
    expect(line.match(/t+w*o+w*/g)?.length, told).toBe(1);
    const words = [...typed].filter(([, its]) => its === `b${block}`).map(([word]) => word);
    expect(line.match(/\bw\d+\b/g)?.sort() ?? [], `words of b${block}\n${told}`).toEqual(words.sort());
  }
}

function story(kinds: readonly Edit[]): fc.Arbitrary<Round[]> {
  const edit = fc.tuple(fc.nat(kinds.length - 1), fc.nat(4), fc.nat(LAST_BLOCK));
  const round = fc.record({
    apart: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    edits: fc.array(edit, { maxLength: 8 }),
    order: fc.nat(2),
    kill: fc.option(fc.nat(12)),
    fault: fc.constantFrom<Fault>('none', 'request lost', 'answer lost', 'failed'),
    areTogether: fc.boolean(),
    isNoticed: fc.boolean(),
  });
  return fc.array(round, { minLength: 1, maxLength: 4 });
}

async function tellStories(kinds: readonly Edit[]): Promise<void> {
  await fc.assert(
    fc.asyncProperty(story(kinds), async (rounds) => {
      vi.clearAllTimers();
      const world = new World();
      await world.rest();
      for (const round of rounds) expectWhole(world, await tell(world, round, kinds));
    }),
    { numRuns: RUNS },
  );
}

test(
  `words are in the block that they were typed in, wherever it went, in ${RUNS} generated stories`,
  {
    timeout: 600_000,
  },
  () => tellStories(WITH_MOVES),
);

test(`equal edits count once, in ${RUNS} generated stories`, { timeout: 600_000 }, () => tellStories(EDITS));

/** Everything that needs no more turns has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => nextTask(resolve));
}
