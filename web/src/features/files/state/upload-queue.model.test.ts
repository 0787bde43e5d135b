/**
 * The upload queue under generated sequences: tabs open and die between any two steps, answers are lost, leases run out, files
 * are taken away and brought back. No file is lost, none becomes two, one that is refused holds up no other, and at rest all
 * tabs show the same.
 */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ModelTab, ModelWorld } from './model-uploads.ts';
import type { QueuedFile } from './uploads.ts';

/** "Try again", which also brings back what was taken away, and "Remove". */
type Wish = 'retry' | 'remove';

type Action =
  | { readonly kind: 'open' | 'lease' | 'time' }
  | { readonly kind: 'kill' | 'go-on' | Wish; readonly which: number }
  | { readonly kind: 'add'; readonly which: number; readonly begins: 'good' | 'large' | 'bad' }
  | { readonly kind: 'online'; readonly isOnline: boolean }
  | { readonly kind: 'step'; readonly which: number; readonly isFailing: boolean };

const which = fc.nat(30);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({ kind: fc.constant('step'), which, isFailing: fc.boolean() } as const),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add'),
      which,
      begins: fc.constantFrom('good', 'large', 'bad'),
    } as const),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('kill', 'retry', 'remove'), which } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('go-on'), which } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('open', 'lease', 'time') } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('online'), isOnline: fc.boolean() } as const) },
);

const actionLists = fc.array(action, { maxLength: 120, size: 'max' });

const NO_BYTES = new Blob([]);

interface Asked {
  readonly id: string;
  readonly wish: Wish;
  readonly tab: ModelTab;
  isDone: boolean;
  /** By what was asked for at the same time: either may come first. */
  isDisputed: boolean;
}

class Run {
  readonly world = new ModelWorld();
  readonly added: QueuedFile[] = [];
  /** Stored, as the tab was told: the text may name them. */
  readonly promised = new Set<string>();
  readonly #asked: Asked[] = [];

  async act(act: Action): Promise<void> {
    const { world } = this;
    if (act.kind === 'step') world.run(act.which, act.isFailing);
    else if (act.kind === 'go-on') await take(world, act.which);
    else if (act.kind === 'open' && world.tabs.length < 3) world.open();
    else if (act.kind === 'lease') world.loseLease();
    else if (act.kind === 'time') world.passTime(30_000);
    else if (act.kind === 'online') world.setOnline(act.isOnline);
    else if (act.kind === 'kill') {
      const tab = pick(world.tabs, act.which);
      if (tab) world.kill(tab);
    } else if (act.kind === 'add') this.#add(act.which, act.begins);
    else if (act.kind === 'retry' || act.kind === 'remove') {
      const tab = pick(world.tabs, act.which);
      const file = pick(this.#shownIn(tab), act.which);
      if (tab && file) this.ask(tab, file.id, act.kind);
    }
  }

  ask(tab: ModelTab, id: string, wish: Wish): void {
    const asked: Asked = { id, wish, tab, isDone: false, isDisputed: false };
    for (const other of this.#asked.filter((one) => one.id === id && !one.isDone && one.tab.isAlive))
      asked.isDisputed = other.isDisputed = true;
    this.#asked.push(asked);
    void tab.queue[wish](id).then(() => {
      asked.isDone = true;
    });
  }

  /** @returns whether it is to be with the server in the end; undefined where nobody can know */
  isWanted(id: string): boolean | undefined {
    const last = this.#asked.findLast((asked) => asked.id === id);
    if (!last) return this.promised.has(id) ? true : undefined;
    return last.isDone && !last.isDisputed ? last.wish === 'retry' : undefined;
  }

  /** The page names only what is stored, and a tab offers something for files that it knows alone. */
  #shownIn(tab: ModelTab | undefined): readonly QueuedFile[] {
    return this.added.filter(({ id }) => this.promised.has(id) && tab?.queue.stateOf(id) !== undefined);
  }

  #add(index: number, begins: string): void {
    const tab = pick(this.world.tabs, index);
    if (!tab) return;
    const id = `file-${this.added.length}`;
    const name = `${begins}.png`;
    const file = { id, pageId: 'page', name, type: 'image/png', bytes: NO_BYTES, addedAt: this.added.length };
    this.added.push(file);
    void tab.queue.add(file).then(() => this.promised.add(id));
  }

  /** Everything works again. */
  async heal(): Promise<void> {
    if (!this.world.isOnline) this.world.setOnline(true);
    if (this.world.tabs.length === 0) this.world.open();
    await this.rest();
  }

  /** Until nothing happens any more, however long one waits. */
  async rest(): Promise<void> {
    const { world } = this;
    let before = '';
    for (let turn = 0; turn < 20_000; turn++) {
      await setImmediate();
      if (world.steps.length > 0) {
        world.run(0, false);
        continue;
      }
      const now = this.#picture();
      if (now === before) return;
      before = now;
      world.passTime(60_000);
    }
    throw new Error('The queue does not come to rest');
  }

  #picture(): string {
    const { stored, takenAway, tabs } = this.world;
    return JSON.stringify([[...stored], [...takenAway], tabs.map(({ queue }) => queue.all())]);
  }

  /** Every tab shows what is so. */
  checkTabs(): void {
    const { stored, takenAway, objects, tabs } = this.world;
    for (const { id } of this.added) {
      const file = stored.get(id);
      const reason = file?.refusal;
      const settled = objects.has(id) && !takenAway.has(id) ? 'done' : 'removed';
      const unsettled =
        reason === undefined ? { kind: 'waiting' } : { kind: 'refused', reason, needsRoom: false };
      const state = file ? unsettled : { kind: settled };
      for (const { queue } of tabs)
        expect(queue.stateOf(id)?.state ?? state, 'every tab knows').toEqual(state);
    }
  }

  /** Nothing is lost. */
  checkFiles(): void {
    const { stored, objects, faults, tabs } = this.world;
    expect(faults).toEqual([]);
    for (const { id, name } of this.added) {
      const isBad = name.startsWith('bad');
      const isWanted = this.isWanted(id);
      const refusal = stored.get(id)?.refusal;
      expect(objects.get(id) ?? 0).toBeLessThanOrEqual(isBad ? 0 : 1);
      if (isWanted === true && isBad) expect(refusal).toBe('The file is too large.');
      if (isWanted === true && !isBad) expect(objects.get(id), 'the server has it').toBe(1);
      if (isWanted === false) expect(stored.has(id), 'what was taken away stays away').toBe(false);
      if (!isBad && tabs.some(({ queue }) => queue.stateOf(id)))
        expect(stored.has(id), 'nothing is sent for ever').toBe(false);
    }
  }

  /** Whatever a tab shows as taken away comes back when it is asked for. */
  bringBack(): void {
    for (const { id } of this.added) {
      const tab = this.world.tabs.find(({ queue }) => queue.stateOf(id)?.state.kind === 'removed');
      if (tab) this.ask(tab, id, 'retry');
    }
  }
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}

test('no file is lost, none becomes two, and all tabs show what is so', async () => {
  await fc.assert(
    fc.asyncProperty(actionLists, fc.constantFrom('as it is', 'offline', 'anew'), async (actions, goesOn) => {
      const run = new Run();
      run.world.open();
      for (const act of actions) {
        await run.act(act);
        await setImmediate();
      }
      if (goesOn === 'anew') for (const tab of [...run.world.tabs]) run.world.kill(tab);
      if (goesOn === 'offline') {
        run.world.setOnline(false);
        await run.rest();
        run.checkTabs();
      }
      await run.heal();
      run.checkTabs();
      run.checkFiles();
      run.bringBack();
      await run.heal();
      run.checkTabs();
      run.checkFiles();
    }),
    { numRuns: 1000 },
  );
});

const A_FILE = { id: 'a', pageId: 'p', name: 'a.png', type: 'image/png', bytes: NO_BYTES, addedAt: 1 };

/** The tabs go on, one step after the other. */
async function take(world: ModelWorld, steps: number): Promise<void> {
  for (let turn = 0; turn < steps; turn++) {
    await setImmediate();
    world.run(0, false);
  }
}

async function until(world: ModelWorld, isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    await setImmediate();
    if (isSo()) return;
    world.run(0, false);
  }
}

test('what was taken away before it was uploaded is uploaded when it is asked for again', async () => {
  const world = new ModelWorld();
  world.setOnline(false);
  const tab = world.open();
  const settle = () => take(world, 200);
  void tab.queue.add(A_FILE);
  await settle();
  void tab.queue.remove('a');
  await settle();
  expect(world.stored.size).toBe(0);
  expect(tab.queue.stateOf('a')?.state).toEqual({ kind: 'removed' });
  world.setOnline(true);
  await settle();
  expect(world.objects.size).toBe(0);
  void tab.queue.retry('a');
  await settle();
  expect(world.objects.get('a')).toBe(1);
  expect(tab.queue.stateOf('a')?.state).toEqual({ kind: 'done' });
});

test('a small file that is taken away in mid-send is sent no further, by whichever tab', async () => {
  const world = new ModelWorld();
  const [sender, other] = [world.open(), world.open()];
  void sender.queue.add(A_FILE);
  await until(world, () => sender.isSending('a'));
  expect(sender.isSending('a')).toBe(true);
  void other.queue.remove('a');
  // The line is slow: nothing of the network goes on.
  for (let turn = 0; turn < 200 && sender.isSending('a'); turn++) {
    await setImmediate();
    const next = world.steps.findIndex(({ kind }) => kind !== 'network');
    if (next >= 0) world.run(next, false);
  }
  expect(sender.isSending('a')).toBe(false);
  expect(world.objects.size).toBe(0);
});

const LARGE_FILE = { ...A_FILE, name: 'large.mp4' };

/** Until one part of the large file has come, and the rest has not. */
async function untilInMidUpload(world: ModelWorld): Promise<void> {
  await until(world, () => [...world.begun.values()].some(({ parts }) => parts === 1));
  expect([...world.begun.values()]).toEqual([{ id: 'a', parts: 1 }]);
}

test.each(['in the next tab', 'when it is tried again'])(
  'a large file goes on behind its last part %s',
  async (when) => {
    const world = new ModelWorld();
    const tab = world.open();
    void tab.queue.add(LARGE_FILE);
    await untilInMidUpload(world);
    if (when === 'in the next tab') world.kill(tab);
    else {
      world.setOnline(false);
      await take(world, 50);
      void tab.queue.retry('a');
      world.setOnline(true);
    }
    const next = world.open();
    await take(world, 200);
    expect(next.queue.stateOf('a')?.state).toEqual({ kind: 'done' });
    expect([...world.begun.values()]).toEqual([{ id: 'a', parts: 8 }]);
  },
);

test.each(['the tab that uploads it', 'another tab', 'another tab as it begins', 'a tab that is offline'])(
  'a large file that %s takes away goes from the server as well',
  async (who) => {
    const world = new ModelWorld();
    const uploading = world.open();
    const other = world.open();
    void uploading.queue.add(LARGE_FILE);
    if (who === 'another tab as it begins') await until(world, () => world.begun.size === 1);
    else await untilInMidUpload(world);
    if (who === 'a tab that is offline') {
      world.kill(uploading);
      world.setOnline(false);
      await take(world, 50);
    }
    void (who === 'the tab that uploads it' ? uploading : other).queue.remove('a');
    if (who === 'a tab that is offline') world.setOnline(true);
    await take(world, 200);
    expect(world.stored.size).toBe(0);
    expect(world.begun.size).toBe(0);
    expect(world.objects.size).toBe(0);
  },
);
