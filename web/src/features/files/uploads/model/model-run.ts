/**
 * A generated sequence of what people, tabs, the network and the disk do to the upload queue, and what has to be so in the end.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { QueuedFile } from '../uploads.ts';
import { type ModelTab, modelWorld, type World } from './model-tab.ts';

/** "Try again", which also brings back what was taken away, and "Remove". */
type Wish = 'retry' | 'remove';

export type Action =
  | { readonly kind: 'open' | 'lease' | 'time' | 'clear' }
  | { readonly kind: 'kill' | 'go-on' | Wish; readonly which: number }
  | { readonly kind: 'add'; readonly which: number; readonly begins: string; readonly pageId: string }
  | { readonly kind: 'online' | 'full' | 'refusing' | 'silent' | 'allowed'; readonly isSo: boolean }
  | { readonly kind: 'sign'; readonly person: string | undefined }
  | { readonly kind: 'step'; readonly which: number; readonly isFailing: boolean };

const which = fc.nat(30);
const kinds = <const Kind extends Action['kind']>(...all: readonly Kind[]) => fc.constantFrom(...all);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: kinds('step'), which, isFailing: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kinds('add'),
      which,
      begins: fc.constantFrom('good', 'large', 'bad'),
      pageId: fc.constantFrom('page', 'page', 'shut'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kinds('kill', 'retry', 'remove'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: kinds('go-on'), which }) },
  { weight: 3, arbitrary: fc.record({ kind: kinds('open', 'lease', 'time') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kinds('online', 'full', 'refusing', 'silent', 'allowed'),
      isSo: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kinds('sign'), person: fc.constantFrom('ada', 'bob', undefined) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kinds('clear') }) },
);

export const actionLists = fc.array(action, { maxLength: 120, size: 'max' });

export const NO_BYTES = new Blob([]);

interface Added extends QueuedFile {
  readonly owner: string;
}

interface Asked {
  readonly id: string;
  readonly wish: Wish;
  readonly tab: ModelTab;
  isDone: boolean;
  /** By what was asked for at the same time, or by the loss of what is stored: either may come first. */
  isDisputed: boolean;
}

export class Run {
  readonly world = modelWorld();
  readonly added: Added[] = [];
  /** Kept, as the tab knows: the text may name them. */
  readonly promised = new Set<string>();
  /** Whether the disk was cleared. */
  #isCleared = false;
  readonly #asked: Asked[] = [];

  async act(act: Action): Promise<void> {
    const { world } = this;
    if (act.kind === 'step') world.run(act.which, act.isFailing);
    else if (act.kind === 'go-on') await take(world, act.which);
    else if (act.kind === 'open' && world.tabs.length < 3) world.open();
    else if (act.kind === 'lease') world.loseLease();
    else if (act.kind === 'time') await world.passTime(30_000);
    else if (act.kind === 'online') world.setOnline(act.isSo);
    else if (act.kind === 'full') world.disk.isFull = act.isSo;
    else if (act.kind === 'refusing') world.disk.isRefusing = act.isSo;
    else if (act.kind === 'silent') world.disk.isSilent = act.isSo;
    else if (act.kind === 'allowed') world.isAllowed = act.isSo;
    else if (act.kind === 'sign') world.sign(act.person);
    else if (act.kind === 'clear') {
      this.#isCleared = true;
      for (const asked of this.#asked) asked.isDisputed ||= !asked.isDone;
      await world.clear();
    } else if (act.kind === 'kill') {
      const tab = pick(world.tabs, act.which);
      if (tab) world.kill(tab);
    } else if (act.kind === 'add') this.#add(act);
    else if (act.kind === 'retry' || act.kind === 'remove') {
      const tab = pick(world.tabs, act.which);
      const file = pick(this.#shownIn(tab), act.which);
      if (tab && file) this.ask(tab, file.id, act.kind);
    }
  }

  ask(tab: ModelTab, id: string, wish: Wish): void {
    const asked: Asked = { id, wish, tab, isDone: false, isDisputed: this.world.onlyIn.has(id) };
    for (const other of this.#asked.filter((one) => one.id === id && !one.isDone && one.tab.isAlive))
      asked.isDisputed = other.isDisputed = true;
    this.#asked.push(asked);
    const done = tab.queue?.[wish](id).then(() => {
      asked.isDone = true;
    });
    // A browser without room may refuse it, and it was not done then.
    done?.catch(() => undefined);
  }

  /** @returns whether it is to be with the server in the end; undefined where nobody can know */
  isWanted(id: string): boolean | undefined {
    if (this.world.gone.has(id)) return undefined;
    const last = this.#asked.findLast((asked) => asked.id === id);
    if (!last) return this.promised.has(id) ? true : undefined;
    return last.isDone && !last.isDisputed ? last.wish === 'retry' : undefined;
  }

  /** The page names only what is kept, and a tab offers something for files that it knows alone. */
  #shownIn(tab: ModelTab | undefined): readonly QueuedFile[] {
    return this.added.filter(({ id }) => this.promised.has(id) && tab?.queue?.stateOf(id) !== undefined);
  }

  #add({ which: index, begins, pageId }: Extract<Action, { readonly kind: 'add' }>): void {
    const tab = pick(this.world.tabs, index);
    const owner = tab?.person;
    if (!tab || owner === undefined) return;
    const id = `file-${this.added.length}`;
    const name = `${begins}.png`;
    const file = { id, pageId, name, type: 'image/png', bytes: NO_BYTES, addedAt: this.added.length };
    this.added.push({ ...file, owner });
    void tab.add(file).then(() => this.promised.add(id));
  }

  /** Everything works again, and both people come by. */
  async heal(): Promise<void> {
    const { world } = this;
    if (!world.isOnline) world.setOnline(true);
    world.disk.mend();
    world.isAllowed = true;
    if (world.tabs.length === 0) world.open();
    for (const person of ['ada', 'bob', 'ada']) {
      world.sign(person);
      await this.rest();
      await this.checkTabs();
    }
  }

  /** Until nothing happens any more, however long one waits. */
  async rest(): Promise<void> {
    const { world } = this;
    let before = '';
    for (let turn = 0; turn < 20_000; turn++) {
      await world.settle();
      if (world.steps.length > 0) {
        world.run(0, false);
        continue;
      }
      const now = this.#picture();
      if (now === before) return;
      before = now;
      await world.passTime(60_000);
    }
    throw new Error('The queue does not come to rest');
  }

  #picture(): string {
    return JSON.stringify(this.world.tabs.map(({ queue }) => queue?.all()));
  }

  /** Every tab shows what is so. */
  async checkTabs(): Promise<void> {
    const { objects, tabs, signedIn, onlyIn, unstored } = this.world;
    const isAsked = (id: string) => this.#asked.some((asked) => asked.id === id);
    expect(
      unstored.filter((id) => !isAsked(id)),
      'stored again',
    ).toEqual([]);
    if (signedIn === undefined) return;
    const { files, takenAway } = this.world.kept(signedIn);
    for (const { id, owner } of this.added) {
      const file = files.find((kept) => kept.id === id);
      if (owner !== signedIn || onlyIn.has(id) || (this.#isCleared && !file)) continue;
      const reason = file?.refusal;
      const settled = objects.has(id) && !takenAway.has(id) ? 'done' : 'removed';
      const unsettled =
        reason === undefined ? { kind: 'waiting' } : { kind: 'refused', reason, needsRoom: false };
      const state = file ? unsettled : { kind: settled };
      for (const { queue } of tabs)
        expect(queue?.stateOf(id)?.state ?? state, 'every tab knows').toEqual(state);
    }
  }

  /** Nothing is lost. */
  async checkFiles(): Promise<void> {
    const { rows, objects, faults, onlyIn } = this.world;
    expect(faults).toEqual([]);
    for (const { id, name, owner, pageId } of this.added) {
      const kept = this.world.kept(owner).files.find((file) => file.id === id);
      const isBad = name.startsWith('bad');
      const isWanted = this.isWanted(id);
      expect(rows.get(id) ?? owner, 'in its own name').toBe(owner);
      expect(objects.get(id) ?? 0).toBeLessThanOrEqual(isBad ? 0 : 1);
      // A refused file is the person's to try again, in its tab if the disk had no room for it.
      const isRefused = kept?.refusal !== undefined || ((isBad || pageId === 'shut') && onlyIn.has(id));
      if (isWanted === true && isBad) expect(isRefused, 'the person is told').toBe(true);
      else if (isWanted === true && !isRefused) expect(objects.get(id), 'the server has it').toBe(1);
      if (isWanted === false) expect(kept, 'what was taken away stays away').toBeUndefined();
      // It does not matter who put it there: a start sends it.
      expect(kept && !kept.refusal, 'nothing is left behind').toBeFalsy();
    }
  }

  /** A tab that is opened now shows every file of the person that lies on the device. */
  async checkPage(): Promise<void> {
    const { world } = this;
    const person = world.signedIn;
    if (person === undefined) return;
    const { files } = world.kept(person);
    const tab = world.open();
    tab.noticePerson();
    const shown = files.map(({ id }) => tab.shown(id));
    await this.rest();
    for (const [index, upload] of (await Promise.all(shown)).entries()) {
      const { id = '' } = files[index] ?? {};
      if (this.#asked.some((asked) => asked.id === id)) continue;
      // Another tab may have sent it since.
      const isStillThere = world.kept(person).files.some((file) => file.id === id);
      if (isStillThere) expect(upload?.file.id, 'the page shows it').toBe(id);
    }
  }

  /** A file that a tab shows as taken away comes back when it is asked for. */
  bringBack(): void {
    for (const { id } of this.added) {
      const tab = this.world.tabs.find(({ queue }) => queue?.stateOf(id)?.state.kind === 'removed');
      if (tab) this.ask(tab, id, 'retry');
    }
  }
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}

/** The tabs go on, one step after the other. */
export async function take(world: World, steps: number): Promise<void> {
  for (let turn = 0; turn < steps; turn++) {
    await world.settle();
    world.run(0, false);
  }
}
