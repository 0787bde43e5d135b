/**
 * The upload queue under generated sequences: tabs open and die between any two steps, answers are lost, leases run out, files
 * are taken away and brought back, the disk is full, cannot be opened, says nothing or is cleared, a page takes no files for a while, people sign out and others
 * sign in. No file is lost, none becomes two, none is sent in another's name, one that is refused holds up no other, a page
 * shows what lies on the device, and at rest all tabs show the same.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actionLists, NO_BYTES, Run, take } from './model-run.ts';
import { modelWorld, type World } from './model-tab.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('no file is lost, none becomes two or another person’s, and pages and tabs show what is so', async () => {
  await fc.assert(
    fc.asyncProperty(actionLists, fc.constantFrom('as it is', 'offline', 'anew'), async (actions, goesOn) => {
      const run = new Run();
      run.world.open();
      for (const act of actions) {
        await run.act(act);
        await run.world.settle();
      }
      // Some of the work that is still under way then waits for an answer of the disk.
      run.world.disk.mend();
      if (goesOn === 'anew') for (const tab of [...run.world.tabs]) run.world.kill(tab);
      if (goesOn === 'offline') {
        run.world.setOnline(false);
        await run.rest();
        await run.checkTabs();
      }
      await run.checkPage();
      await run.heal();
      await run.checkFiles();
      run.bringBack();
      await run.heal();
      await run.checkFiles();
      vi.restoreAllMocks();
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 300) },
  );
});

const A_FILE = { id: 'a', pageId: 'p', name: 'a.png', type: 'image/png', bytes: NO_BYTES, addedAt: 1 };

const LARGE_FILE = { ...A_FILE, name: 'large.mp4' };

test('files go in the order in which they were added, also when the clock is put back between two', async () => {
  const world = modelWorld();
  const { queue } = openFor(world);
  void queue.add({ ...A_FILE, addedAt: 5 });
  await until(world, () => queue.stateOf('a') !== undefined);
  void queue.add({ ...A_FILE, id: 'b', addedAt: 1 });
  await until(world, () => queue.stateOf('b') !== undefined);
  const files = queue.all().map(({ file }) => file);
  expect(files.toSorted((one, other) => one.addedAt - other.addedAt).map(({ id }) => id)).toEqual(['a', 'b']);
});

/** A tab that Ada is in. */
function openFor(world: World) {
  const tab = world.open();
  tab.noticePerson();
  return { tab, queue: tab.seat('ada').queue };
}

async function until(world: World, isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    await world.settle();
    if (isSo()) return;
    world.run(0, false);
  }
}

test('what was taken away before it was uploaded is uploaded when it is asked for again', async () => {
  const world = modelWorld();
  world.setOnline(false);
  const { tab, queue } = openFor(world);
  const settle = () => take(world, 200);
  void tab.add(A_FILE);
  await settle();
  void queue.remove('a');
  await settle();
  expect(world.kept().files).toEqual([]);
  expect(queue.stateOf('a')?.state).toEqual({ kind: 'removed' });
  world.setOnline(true);
  await settle();
  expect(world.objects.size).toBe(0);
  void queue.retry('a');
  await settle();
  expect(world.objects.get('a')).toBe(1);
  expect(queue.stateOf('a')?.state).toEqual({ kind: 'done' });
});

test('a tab that has added nothing sends the file of one that was killed', async () => {
  const world = modelWorld();
  const [{ tab }, other] = [openFor(world), openFor(world)];
  await take(world, 20);
  world.setOnline(false);
  void tab.add(A_FILE);
  await take(world, 40);
  world.kill(tab);
  world.setOnline(true);
  await take(world, 100);
  expect(world.objects.get('a')).toBe(1);
  expect(other.queue.stateOf('a')?.state).toEqual({ kind: 'done' });
});

test.each([
  ['cannot be opened', 'isRefusing'],
  ['says nothing', 'isSilent'],
] as const)('a start on a disk that %s at first sends what lies there', async (_, how) => {
  const world = modelWorld();
  world.setOnline(false);
  const before = openFor(world);
  void before.tab.add(A_FILE);
  await take(world, 40);
  world.kill(before.tab);
  world.setOnline(true);
  world.disk[how] = true;
  const tab = world.open();
  await take(world, 20);
  await world.passTime(20_000);
  await take(world, 20);
  expect(world.objects.size).toBe(0);
  world.disk.mend();
  await world.passTime(20_000);
  await take(world, 200);
  expect(world.objects.get('a')).toBe(1);
  expect(tab.queue?.stateOf('a')?.state).toEqual({ kind: 'done' });
});

test('a large file that lies on a disk without room for a note is sent', async () => {
  const world = modelWorld();
  const { tab } = openFor(world);
  void tab.add(LARGE_FILE);
  await until(world, () => world.begun.size === 1);
  world.disk.isFull = true;
  await take(world, 200);
  expect(world.objects.get('a')).toBe(1);
});

test('a file that came to a full disk is stored when there is room again, and outlives its tab', async () => {
  const world = modelWorld();
  world.setOnline(false);
  world.disk.isFull = true;
  const { tab, queue } = openFor(world);
  void tab.add(A_FILE);
  await until(world, () => queue.stateOf('a') !== undefined);
  expect(queue.stateOf('a')?.state).toEqual({ kind: 'waiting', isOnlyHere: true });
  await take(world, 20);
  expect(world.kept().files).toEqual([]);
  world.disk.isFull = false;
  await world.passTime(60_000);
  await take(world, 20);
  expect(queue.stateOf('a')?.state).toEqual({ kind: 'waiting' });
  world.kill(tab);
  world.setOnline(true);
  const next = openFor(world);
  await take(world, 100);
  expect(next.queue.stateOf('a')?.state).toEqual({ kind: 'done' });
  expect(world.objects.get('a')).toBe(1);
});

test('a small file that is taken away in mid-send is sent no further, by whichever tab', async () => {
  const world = modelWorld();
  const { tab: sender } = openFor(world);
  const other = openFor(world);
  void sender.add(A_FILE);
  await until(world, () => sender.isSending('a'));
  expect(sender.isSending('a')).toBe(true);
  void other.queue.remove('a');
  // The line is slow: nothing of the network goes on.
  for (let turn = 0; turn < 200 && sender.isSending('a'); turn++) {
    await world.settle();
    const next = world.steps.findIndex(({ kind }) => kind !== 'network');
    if (next >= 0) world.run(next, false);
  }
  expect(sender.isSending('a')).toBe(false);
  expect(world.objects.size).toBe(0);
});

/** Until one part of the large file has come, and the rest has not. */
async function untilInMidUpload(world: World): Promise<void> {
  await until(world, () => [...world.begun.values()].some(({ parts }) => parts === 1));
  expect([...world.begun.values()]).toEqual([{ id: 'a', parts: 1 }]);
}

test.each(['in the next tab', 'when it is tried again'])(
  'a large file goes on behind its last part %s',
  async (when) => {
    const world = modelWorld();
    const { tab, queue } = openFor(world);
    void tab.add(LARGE_FILE);
    await untilInMidUpload(world);
    if (when === 'in the next tab') world.kill(tab);
    else {
      world.setOnline(false);
      await take(world, 50);
      void queue.retry('a');
      world.setOnline(true);
    }
    const next = openFor(world);
    await take(world, 200);
    expect(next.queue.stateOf('a')?.state).toEqual({ kind: 'done' });
    expect([...world.begun.values()]).toEqual([{ id: 'a', parts: 8 }]);
  },
);

test.each(['the tab that uploads it', 'another tab', 'another tab as it begins', 'a tab that is offline'])(
  'a large file that %s takes away goes from the server as well',
  async (who) => {
    const world = modelWorld();
    const uploading = openFor(world);
    const other = openFor(world);
    void uploading.tab.add(LARGE_FILE);
    if (who === 'another tab as it begins') await until(world, () => world.begun.size === 1);
    else await untilInMidUpload(world);
    if (who === 'a tab that is offline') {
      world.kill(uploading.tab);
      world.setOnline(false);
      await take(world, 50);
    }
    void (who === 'the tab that uploads it' ? uploading : other).queue.remove('a');
    if (who === 'a tab that is offline') world.setOnline(true);
    await take(world, 200);
    expect(world.kept().files).toEqual([]);
    expect(world.begun.size).toBe(0);
    expect(world.objects.size).toBe(0);
  },
);
