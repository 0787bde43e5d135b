/** Tabs of a browser and a server that fail wherever a test says, for the model tests of the upload queue. */
import type { TabMessage, UploadOptions, UploadPorts, UploadStore } from './upload-ports.ts';
import { UploadQueue } from './upload-queue.ts';
import { uploadServer } from './upload-server.ts';
import { type QueuedFile, RefusedUpload } from './uploads.ts';

/** What the browser stores changes in the order in which its tabs ask for it; everything else comes as it comes. */
type StepKind = 'store' | 'network' | 'other';

/** The part of a large file that has come. */
interface Begun {
  readonly id: string;
  parts: number;
}

const PARTS = 8;

interface Step {
  readonly tab: ModelTab;
  readonly kind: StepKind;
  readonly run: (isFailing: boolean) => void;
}

/** A tab that waits for a time; the rest of the world may come to rest meanwhile. */
interface Alarm {
  readonly tab: ModelTab;
  readonly at: number;
  readonly ring: () => void;
}

/** What tabs share: what the browser stores, its lock and its clock, and the server. */
export class ModelWorld {
  readonly stored = new Map<string, QueuedFile>();
  readonly takenAway = new Set<string>();
  readonly rows = new Set<string>();
  /** How many files each id has become. */
  readonly objects = new Map<string, number>();
  /** By their addresses: large files that began to come. */
  readonly begun = new Map<string, Begun>();
  /** By the ids of files that are stored: where the browser knows to go on. */
  readonly noted = new Map<string, string>();
  isLeaseSafe = true;
  readonly tabs: ModelTab[] = [];
  readonly faults: string[] = [];
  steps: Step[] = [];
  alarms: Alarm[] = [];
  isOnline = true;
  now = 0;
  readonly #waiting: { readonly tab: ModelTab; readonly grant: () => void }[] = [];
  #holders: ModelTab[] = [];

  open(): ModelTab {
    const tab = new ModelTab(this);
    this.tabs.push(tab);
    return tab;
  }

  /** @returns the address of a large file that begins to come */
  begin(id: string): string {
    if (this.isLeaseSafe && this.begun.has(this.noted.get(id) ?? '')) this.faults.push(`${id} begins anew`);
    const address = `${id} ${this.begun.size + 1}`;
    this.begun.set(address, { id, parts: 0 });
    return address;
  }

  kill(tab: ModelTab): void {
    tab.isAlive = false;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.steps = this.steps.filter((step) => step.tab !== tab);
    this.alarms = this.alarms.filter((alarm) => alarm.tab !== tab);
    this.release(tab);
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const tab of this.tabs) tab.tellConnection();
  }

  passTime(ms: number): void {
    this.now += ms;
    const due = this.alarms.filter(({ at }) => at <= this.now);
    this.alarms = this.alarms.filter(({ at }) => at > this.now);
    for (const { tab, ring } of due) void this.step(tab).then(ring);
  }

  /** Resolves when the test lets this tab go on. */
  step(tab: ModelTab, kind: StepKind = 'other'): Promise<void> {
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

  wait(tab: ModelTab, grant: () => void): void {
    this.#waiting.push({ tab, grant });
    this.#grant();
  }

  release(tab: ModelTab): void {
    this.#holders = this.#holders.filter((holder) => holder !== tab);
    this.#grant();
  }

  /** The lease of a sleeping tab runs out: another tab has it as well, until the first one notices. */
  loseLease(): void {
    const [holder] = this.#holders;
    if (!holder) return;
    this.isLeaseSafe = false;
    this.#grant(true);
    void this.step(holder).then(() => holder.lose());
  }

  #grant(isForced = false): void {
    if (this.#holders.length > 0 && !isForced) return;
    const next = this.#waiting.findIndex(({ tab }) => tab.isAlive && !this.#holders.includes(tab));
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!waiting) return;
    this.#holders.push(waiting.tab);
    waiting.grant();
  }
}

export class ModelTab {
  isAlive = true;
  readonly queue: UploadQueue;
  readonly #world: ModelWorld;
  readonly #heard = new Set<(message: TabMessage) => void>();
  readonly #connection = new Set<() => void>();
  readonly #sending = new Map<string, AbortSignal>();
  #lost = new AbortController();

  constructor(world: ModelWorld) {
    this.#world = world;
    this.queue = new UploadQueue(this.#ports());
    void this.#keepRunning();
  }

  lose(): void {
    this.#lost.abort();
  }

  tellConnection(): void {
    for (const listener of this.#connection) listener();
  }

  async #keepRunning(): Promise<void> {
    while (this.isAlive) await this.queue.run(new AbortController().signal);
  }

  #ports(): UploadPorts {
    const world = this.#world;
    return {
      store: this.#store(),
      server: {
        discard: async (resumeAt) => {
          await world.step(this, 'network');
          world.begun.delete(resumeAt);
        },
        ...uploadServer({
          reserve: async (file) => {
            await world.step(this, 'network');
            world.rows.add(file.id);
            const isUploaded = world.objects.has(file.id);
            await world.step(this, 'network');
            return { objectName: file.id, isUploaded };
          },
          send: async (file, _, options) => {
            const other = this.#sending.get(file.id);
            if (other && !other.aborted) world.faults.push(`${file.id} is sent twice at once`);
            this.#sending.set(file.id, options.signal);
            const isNew = await this.#send(file, options).finally(() => this.#sending.delete(file.id));
            await world.step(this, 'network');
            return isNew;
          },
        }),
      },
      tabs: {
        send: (message) => {
          for (const tab of world.tabs) if (tab !== this) void world.step(tab).then(() => tab.#hear(message));
        },
        onMessage: (listener) => void this.#heard.add(listener),
      },
      holdLock: (work) =>
        new Promise((resolve, reject) => {
          world.wait(this, () => {
            this.#lost = new AbortController();
            work(this.#lost.signal)
              .finally(() => world.release(this))
              .then(resolve, reject);
          });
        }),
      isConnected: () => world.isOnline,
      watchConnection: (listener) => {
        this.#connection.add(listener);
        return () => void this.#connection.delete(listener);
      },
      now: () => world.now,
      pause: (ms, signal) =>
        new Promise((ring) => {
          const alarm = { tab: this, at: world.now + ms, ring };
          world.alarms.push(alarm);
          signal.addEventListener('abort', () => {
            world.alarms = world.alarms.filter((one) => one !== alarm);
            ring();
          });
        }),
    };
  }

  /** @returns whether the server did not have it */
  async #send(file: QueuedFile, options: UploadOptions): Promise<boolean> {
    const world = this.#world;
    await world.step(this, 'network');
    options.onProgress(1);
    if (file.name.startsWith('bad')) throw new RefusedUpload('The file is too large.');
    if (!world.rows.has(file.id)) throw new Error('Bytes before the row');
    if (file.name.startsWith('large')) await this.#sendParts(file, options);
    const isNew = !world.objects.has(file.id);
    if (isNew) world.objects.set(file.id, 1);
    return isNew;
  }

  async #sendParts(file: QueuedFile, { onResumable, signal }: UploadOptions): Promise<void> {
    const world = this.#world;
    const address =
      file.resumeAt !== undefined && world.begun.has(file.resumeAt) ? file.resumeAt : world.begin(file.id);
    const ask = async () => {
      await world.step(this, 'network');
      signal.throwIfAborted();
    };
    await ask();
    await onResumable(address);
    for (;;) {
      const begun = world.begun.get(address);
      if (!begun) throw new Error('No such upload');
      if (begun.parts >= PARTS) return;
      await ask();
      // Another tab may have sent the same one.
      begun.parts += 1;
    }
  }

  /** Whether bytes of the file are on the line, and nobody has ended that. */
  isSending(id: string): boolean {
    return this.#sending.get(id)?.aborted === false;
  }

  #hear(message: TabMessage): void {
    for (const listener of this.#heard) listener(message);
  }

  #store(): UploadStore {
    const { stored, noted, takenAway } = this.#world;
    /** The tab may die before the write, and between the write and its answer. */
    const work = async <T>(effect: () => T): Promise<T> => {
      await this.#world.step(this, 'store');
      const result = effect();
      await this.#world.step(this);
      return result;
    };
    return {
      all: () => work(() => ({ files: [...stored.values()], takenAway: new Set(takenAway) })),
      put: (file) =>
        work(() => {
          stored.set(file.id, file);
          takenAway.delete(file.id);
        }),
      update: (id, change) =>
        work(() => {
          const known = stored.get(id);
          if (known) stored.set(id, { ...known, ...change });
          if (known && change.resumeAt !== undefined) noted.set(id, change.resumeAt);
          return known !== undefined;
        }),
      remove: (id) =>
        work(() => {
          stored.delete(id);
          takenAway.delete(id);
          noted.delete(id);
        }),
      takeAway: (id) =>
        work(() => {
          const known = stored.get(id);
          if (known) takenAway.add(id);
          stored.delete(id);
          noted.delete(id);
          return known;
        }),
    };
  }
}
