/** A browser and a server that fail wherever a test says, for the model tests of the upload queue. */
import { setImmediate as soon } from 'node:timers';
import { vi } from 'vitest';
import { forgetUploads } from '../files-left.ts';
import type { StoredUploads } from '../upload-ports.ts';
import { uploadsName } from '../upload-store.ts';
import { ModelDisk } from './model-disk.ts';

/** Stored data changes in the order in which its tabs ask for it; everything else comes as it comes. */
type StepKind = 'store' | 'network' | 'other';

/** The part of a large file that has come. */
interface Begun {
  readonly id: string;
  parts: number;
}

interface Step<Tab> {
  readonly tab: Tab;
  readonly kind: StepKind;
  readonly run: (isFailing: boolean) => void;
}

/** A tab that waits for a time; the rest of the world may come to rest meanwhile. */
interface Alarm<Tab> {
  readonly tab: Tab;
  readonly at: number;
  readonly ring: () => void;
}

/** A tab as the world knows it. */
export interface WorldTab {
  isAlive: boolean;
  /** The lease is another tab's by now. */
  lose(): void;
  tellConnection(): void;
  noticePerson(): void;
  /** Whether it shows a file of this person, who is there, as one that is still to be sent. */
  has(id: string, person: string): boolean;
}

/** The things that tabs share: what the browser stores, who is signed in, its lock and its clock, and the server. */
export class ModelWorld<Tab extends WorldTab = WorldTab> {
  readonly disk = new ModelDisk();
  /** Who has announced a file, by its id. */
  readonly rows = new Map<string, string>();
  /** How many files each id has become. */
  readonly objects = new Map<string, number>();
  /** By their addresses: large files that began to come. */
  readonly begun = new Map<string, Begun>();
  /** By the ids of files that are stored: where the browser knows to go on. */
  readonly noted = new Map<string, string>();
  isLeaseSafe = true;
  readonly tabs: Tab[] = [];
  readonly faults: string[] = [];
  steps: Step<Tab>[] = [];
  alarms: Alarm<Tab>[] = [];
  isOnline = true;
  /** Whether files may be put into the page called "shut". */
  isAllowed = false;
  signedIn: string | undefined = 'ada';
  now = 0;
  readonly #makeTab: (world: ModelWorld<Tab>) => Tab;
  #waiting: { readonly tab: Tab; readonly name: string; readonly grant: () => void }[] = [];
  #holders: { readonly tab: Tab; readonly name: string }[] = [];

  /** @param makeTab the tabs know the world */
  constructor(makeTab: (world: ModelWorld<Tab>) => Tab) {
    this.#makeTab = makeTab;
  }

  open(): Tab {
    const tab = this.#makeTab(this);
    this.tabs.push(tab);
    void this.step(tab).then(() => tab.noticePerson());
    return tab;
  }

  /** The ids of files of which these tabs alone have something. A tab that is killed takes it along. */
  readonly onlyIn = new Map<string, Set<Tab>>();
  /** Files that nobody could keep, as their only tab was killed, or the disk cleared that alone had them. */
  readonly gone = new Set<string>();
  /** Files that the disk had when it was cleared, and that no tab has stored again. */
  readonly #cleared = new Set<string>();

  /** Everything that needs no more steps has happened. */
  async settle(): Promise<void> {
    do await new Promise<void>((resolve) => soon(resolve));
    while (this.disk.pending > 0 && !this.disk.isSilent);
  }

  /** Everything that the browser has of a person. */
  kept(person = 'ada'): Pick<StoredUploads, 'files' | 'takenAway'> {
    return this.disk.read(uploadsName(person));
  }

  /** Some tab signs a person out, another one in, or both, and every tab hears of it. */
  sign(person: string | undefined): void {
    const before = this.signedIn;
    if (person === before) return;
    this.signedIn = person;
    // Who signs out leaves what is stored, and nothing that the browser has lost before.
    for (const id of this.#cleared) this.#lose(id);
    for (const tab of this.tabs) void this.step(tab).then(() => tab.noticePerson());
    const [tab] = this.tabs;
    if (tab && before !== undefined)
      void this.step(tab, 'store')
        // The tabs go on meanwhile, between any two steps of it.
        .then(() => forgetUploads(before, false))
        // Nobody else signs in to these names in any case.
        .catch(() => undefined);
  }

  /** @returns the address of a large file that begins to come */
  begin(id: string): string {
    if (this.isLeaseSafe && this.begun.has(this.noted.get(id) ?? '')) this.faults.push(`${id} begins anew`);
    const address = `${id} ${this.begun.size + 1}`;
    this.begun.set(address, { id, parts: 0 });
    return address;
  }

  kill(tab: Tab): void {
    tab.isAlive = false;
    for (const [id, tabs] of this.onlyIn) if (tabs.delete(tab) && tabs.size === 0) this.#lose(id);
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.steps = this.steps.filter((step) => step.tab !== tab);
    this.alarms = this.alarms.filter((alarm) => alarm.tab !== tab);
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    for (const { name } of this.#holders.filter((holder) => holder.tab === tab)) this.release(tab, name);
  }

  /** Files that the disk has lost, and that no tab has stored again, though one could. */
  get unstored(): readonly string[] {
    return [...this.#cleared].filter((id) => !this.objects.has(id));
  }

  noteStored(id: string, tab: Tab, isOnlyHere: boolean): void {
    this.#cleared.delete(id);
    if (isOnlyHere) this.onlyIn.set(id, new Set([tab]));
    else this.onlyIn.delete(id);
  }

  /** Somebody deletes what the browser stores. Tabs still have the files that they show. */
  async clear(): Promise<void> {
    // A browser in which somebody can do so answers.
    this.disk.isSilent = false;
    await this.settle();
    for (const person of ['ada', 'bob'])
      for (const { id } of this.kept(person).files) {
        const tabs = person === this.signedIn ? this.tabs.filter((tab) => tab.has(id, person)) : [];
        this.onlyIn.set(id, new Set(tabs));
        this.#cleared.add(id);
      }
    this.disk.clear();
    this.noted.clear();
    for (const [id, tabs] of this.onlyIn) if (tabs.size === 0) this.#lose(id);
  }

  #lose(id: string): void {
    this.#cleared.delete(id);
    this.onlyIn.delete(id);
    this.gone.add(id);
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const tab of this.tabs) tab.tellConnection();
  }

  async passTime(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    this.now += ms;
    const due = this.alarms.filter(({ at }) => at <= this.now);
    this.alarms = this.alarms.filter(({ at }) => at > this.now);
    for (const { tab, ring } of due) void this.step(tab).then(ring);
  }

  /** Resolves when the test lets this tab go on. */
  step(tab: Tab, kind: StepKind = 'other'): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!tab.isAlive) return;
      this.steps.push({
        tab,
        kind,
        run: (isFailing) =>
          kind === 'network' && (isFailing || !this.isOnline)
            ? reject(new TypeError('Failed to fetch'))
            : resolve(),
      });
    });
  }

  run(index: number, isFailing: boolean): void {
    const chosen = this.steps[index % Math.max(1, this.steps.length)];
    const step = chosen?.kind === 'store' ? this.steps.find(({ kind }) => kind === 'store') : chosen;
    if (!step) return;
    this.steps.splice(this.steps.indexOf(step), 1);
    step.run(isFailing);
  }

  /** @returns how to give up, which tells whether it was waiting */
  wait(tab: Tab, name: string, grant: () => void): () => boolean {
    const waiting = { tab, name, grant };
    this.#waiting.push(waiting);
    this.#grant(name);
    return () => {
      const wasWaiting = this.#waiting.includes(waiting);
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      return wasWaiting;
    };
  }

  release(tab: Tab, name: string): void {
    this.#holders = this.#holders.filter((holder) => holder.tab !== tab || holder.name !== name);
    this.#grant(name);
  }

  /** The lease of a sleeping tab runs out: another tab has it as well, until the first one notices. */
  loseLease(): void {
    const [holder] = this.#holders;
    if (!holder) return;
    this.isLeaseSafe = false;
    this.#grant(holder.name, true);
    void this.step(holder.tab).then(() => holder.tab.lose());
  }

  #grant(name: string, isForced = false): void {
    const holders = this.#holders.filter((holder) => holder.name === name);
    if (holders.length > 0 && !isForced) return;
    const next = this.#waiting.find(
      (waiting) => waiting.name === name && holders.every(({ tab }) => tab !== waiting.tab),
    );
    if (!next) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    this.#holders.push(next);
    next.grant();
  }
}
