/**
 * The upload queue under generated sequences: tabs open and die between any two steps, answers are lost, leases run out. No
 * file is lost, none becomes two, and one that is refused holds up no other.
 */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ModelWorld } from './model-uploads.ts';
import type { QueuedFile } from './uploads.ts';

type Action =
  | { readonly kind: 'open' | 'lease' | 'time' }
  | { readonly kind: 'kill' | 'retry' | 'remove'; readonly which: number }
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
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add'),
      which,
      begins: fc.constantFrom('good', 'large', 'bad'),
    } as const),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('kill', 'retry', 'remove'), which } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('open', 'lease', 'time') } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('online'), isOnline: fc.boolean() } as const) },
);

const actionLists = fc.array(action, { maxLength: 120, size: 'max' });

const NO_BYTES = new Blob([]);

class Run {
  readonly world = new ModelWorld();
  readonly added: QueuedFile[] = [];
  /** Stored, as the tab was told: the text may name them. */
  readonly promised = new Set<string>();
  readonly removing = new Set<string>();
  readonly removed = new Set<string>();

  act(act: Action): void {
    const { world } = this;
    const pick = <T>(list: readonly T[], index: number) => list[index % Math.max(1, list.length)];
    if (act.kind === 'step') world.run(act.which, act.isFailing);
    else if (act.kind === 'open' && world.tabs.length < 3) world.open();
    else if (act.kind === 'lease') world.loseLease();
    else if (act.kind === 'time') world.now += 30_000;
    else if (act.kind === 'online') world.setOnline(act.isOnline);
    else if (act.kind === 'kill') {
      const tab = pick(world.tabs, act.which);
      if (tab) world.kill(tab);
    } else if (act.kind === 'add') this.#add(act.which, act.begins);
    else if (act.kind === 'retry' || act.kind === 'remove') {
      const tab = pick(world.tabs, act.which);
      // The page names only what is stored.
      const file = pick(
        this.added.filter(({ id }) => this.promised.has(id)),
        act.which,
      );
      if (!tab || !file || this.removing.has(file.id)) return;
      if (act.kind === 'retry') void tab.queue.retry(file.id);
      else {
        this.removing.add(file.id);
        void tab.queue.remove(file.id).then(() => this.removed.add(file.id));
      }
    }
  }

  #add(index: number, begins: string): void {
    const tab = this.world.tabs[index % Math.max(1, this.world.tabs.length)];
    if (!tab) return;
    const id = `file-${this.added.length}`;
    const name = `${begins}.png`;
    const file = { id, pageId: 'page', name, type: 'image/png', bytes: NO_BYTES, addedAt: this.added.length };
    this.added.push(file);
    void tab.queue.add(file).then(() => this.promised.add(id));
  }

  /** Everything works again. @param isFresh everybody was killed, and the person comes back @returns a tab that is open then */
  async heal(isFresh: boolean) {
    if (isFresh) for (const tab of [...this.world.tabs]) this.world.kill(tab);
    if (!this.world.isOnline) this.world.setOnline(true);
    const tab = this.world.tabs[0] ?? this.world.open();
    for (let turn = 0; turn < 2000; turn++) {
      await setImmediate();
      if (this.world.steps.length === 0) return tab;
      this.world.now += 60_000;
      this.world.run(0, false);
    }
    throw new Error('The queue does not come to rest');
  }
}

test('no file is lost, none becomes two, and a refused one holds up no other', async () => {
  await fc.assert(
    fc.asyncProperty(actionLists, fc.boolean(), async (actions, isFresh) => {
      const run = new Run();
      run.world.open();
      for (const act of actions) {
        run.act(act);
        await setImmediate();
      }
      const tab = await run.heal(isFresh);
      const { stored, objects, faults } = run.world;
      expect(faults).toEqual([]);
      for (const { id, name } of run.added) {
        const isBad = name.startsWith('bad');
        expect(objects.get(id) ?? 0).toBeLessThanOrEqual(isBad ? 0 : 1);
        if (run.removed.has(id)) expect(stored.has(id), 'what was taken away stays away').toBe(false);
        if (run.removing.has(id) || !run.promised.has(id)) continue;
        if (!isBad) {
          expect(objects.get(id), 'the server has it').toBe(1);
          expect(stored.has(id), 'nothing is sent for ever').toBe(false);
          for (const { queue } of run.world.tabs)
            expect(queue.stateOf(id)?.state.kind ?? 'done', 'every tab knows').toBe('done');
        } else {
          expect(stored.get(id)?.refusal).toBe('The file is too large.');
          expect(tab.queue.stateOf(id)?.state).toMatchObject({
            kind: 'refused',
            reason: 'The file is too large.',
          });
        }
      }
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

const LARGE_FILE = { ...A_FILE, name: 'large.mp4' };

/** Until one part of the large file has come, and the rest has not. */
async function untilInMidUpload(world: ModelWorld): Promise<void> {
  const isInMid = () => [...world.begun.values()].some(({ parts }) => parts === 1);
  for (let turn = 0; turn < 200 && !isInMid(); turn++) await take(world, 1);
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

test.each(['the tab that uploads it', 'another tab', 'a tab that is offline'])(
  'a large file that %s takes away goes from the server as well',
  async (who) => {
    const world = new ModelWorld();
    const uploading = world.open();
    const other = world.open();
    void uploading.queue.add(LARGE_FILE);
    await untilInMidUpload(world);
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
