/** A tab of the model's browser: the queue, its store and its start are the real ones, over the world's disk and server. */
import { beginOnceNeeded } from '../files-left.ts';
import { runWhile } from '../run-while.ts';
import type { TabMessage, UploadOptions, UploadPorts, UploadStore } from '../upload-ports.ts';
import { UploadQueue } from '../upload-queue.ts';
import { uploadServer } from '../upload-server.ts';
import { openUploadStore } from '../upload-store.ts';
import { type FileUpload, type QueuedFile, RefusedUpload } from '../uploads.ts';
import { ModelWorld } from './model-world.ts';

const PARTS = 8;

export type World = ModelWorld<ModelTab>;

export function modelWorld(): World {
  return new ModelWorld((world) => new ModelTab(world));
}

/** A person's files in a tab, which outlive the person's going. */
interface Seat {
  readonly queue: UploadQueue;
  start(signal: AbortSignal): void;
}

export class ModelTab {
  isAlive = true;
  readonly #world: World;
  readonly #begun = new Set<string>();
  readonly #seats = new Map<string, Seat>();
  readonly #heard = new Map<string, Set<(message: TabMessage) => void>>();
  readonly #connection = new Set<() => void>();
  readonly #sending = new Map<string, AbortSignal>();
  #person: string | undefined;
  #presence = new AbortController();
  #lost = new AbortController();

  constructor(world: World) {
    this.#world = world;
  }

  /** The queue of the person whom this tab takes to be signed in. */
  get queue(): UploadQueue | undefined {
    return this.#person === undefined ? undefined : this.seat(this.#person).queue;
  }

  get person(): string | undefined {
    return this.#person;
  }

  /** As the app does it when a person comes or goes. */
  noticePerson(): void {
    const { signedIn } = this.#world;
    if (this.#person === signedIn) return;
    this.#presence.abort();
    this.#presence = new AbortController();
    this.#person = signedIn;
    const { signal } = this.#presence;
    if (signedIn === undefined) return;
    const begin = () => !signal.aborted && this.#begin(signedIn, signal);
    void this.#world.step(this, 'store').then(() =>
      this.#world.disk.busy(
        beginOnceNeeded(signedIn, {
          hasBegun: this.#begun.has(signedIn),
          begin: () => void this.#world.step(this).then(begin),
          hearOfFiles: (onFile) => this.#listen(signedIn, onFile),
        }),
      ),
    );
  }

  async add(file: QueuedFile): Promise<void> {
    if (this.#person === undefined) return;
    const { queue } = this.seat(this.#person);
    this.#begin(this.#person, this.#presence.signal);
    await queue.add(file);
  }

  #begin(person: string, signal: AbortSignal): void {
    this.#begun.add(person);
    this.seat(person).start(signal);
  }

  /** Gives the file as a page shows it, once it can. */
  async shown(id: string): Promise<FileUpload | undefined> {
    const { queue } = this;
    await queue?.seen();
    return queue?.stateOf(id);
  }

  has(id: string, person: string): boolean {
    const kind = this.#person === person ? this.queue?.stateOf(id)?.state.kind : undefined;
    return kind !== undefined && kind !== 'done' && kind !== 'removed';
  }

  lose(): void {
    this.#lost.abort();
  }

  tellConnection(): void {
    for (const listener of this.#connection) listener();
  }

  /** Whether bytes of the file are on the line, and nobody has ended that. */
  isSending(id: string): boolean {
    return this.#sending.get(id)?.aborted === false;
  }

  seat(person: string): Seat {
    const seat = this.#seats.get(person) ?? this.#makeSeat(person);
    this.#seats.set(person, seat);
    return seat;
  }

  #makeSeat(person: string): Seat {
    const queue = new UploadQueue(this.#ports(person));
    return { queue, start: runWhile(queue, (ms, signal) => this.#pause(ms, signal)) };
  }

  #listen(person: string, listener: (message: TabMessage) => void): void {
    const listeners = this.#heard.get(person) ?? new Set();
    listeners.add(listener);
    this.#heard.set(person, listeners);
  }

  #hear(person: string, message: TabMessage): void {
    for (const listener of this.#heard.get(person) ?? []) listener(message);
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    const world = this.#world;
    return new Promise((ring) => {
      if (signal.aborted) return ring();
      const alarm = { tab: this, at: world.now + ms, ring };
      world.alarms.push(alarm);
      signal.addEventListener('abort', () => {
        world.alarms = world.alarms.filter((one) => one !== alarm);
        ring();
      });
    });
  }

  #ports(person: string): UploadPorts {
    const world = this.#world;
    return {
      store: this.#store(person),
      server: {
        discard: async (resumeAt) => {
          await this.#ask(person);
          world.begun.delete(resumeAt);
        },
        ...uploadServer({
          reserve: async (file) => {
            await this.#ask(person);
            if (file.pageId === 'shut' && !world.isAllowed) throw new RefusedUpload('Not into this page.');
            // The first who announced it has it for good.
            if (!world.rows.has(file.id)) world.rows.set(file.id, world.signedIn ?? '');
            const isUploaded = world.objects.has(file.id);
            await world.step(this, 'network');
            return { objectName: file.id, isUploaded };
          },
          send: async (file, _, options) => {
            const other = this.#sending.get(file.id);
            if (other && !other.aborted) world.faults.push(`${file.id} is sent twice at once`);
            this.#sending.set(file.id, options.signal);
            const isNew = await this.#send(person, file, options).finally(() =>
              this.#sending.delete(file.id),
            );
            await world.step(this, 'network');
            return isNew;
          },
        }),
      },
      tabs: {
        send: (message) => {
          for (const tab of world.tabs)
            if (tab !== this) void world.step(tab).then(() => tab.#hear(person, message));
        },
        onMessage: (listener) => this.#listen(person, listener),
      },
      holdLock: (work, signal) =>
        new Promise((resolve, reject) => {
          const giveUp = world.wait(this, person, () => {
            this.#lost = new AbortController();
            work(this.#lost.signal)
              .finally(() => world.release(this, person))
              .then(resolve, reject);
          });
          const leave = () => giveUp() && reject(signal.reason);
          if (signal.aborted) leave();
          else signal.addEventListener('abort', leave);
        }),
      isConnected: () => world.isOnline,
      watchConnection: (listener) => {
        this.#connection.add(listener);
        return () => void this.#connection.delete(listener);
      },
      now: () => world.now,
      pause: (ms, signal) => this.#pause(ms, signal),
    };
  }

  /** A request in one person's name comes to the server in that name or not at all (lib/session/refused-requests.ts). */
  async #ask(person: string): Promise<void> {
    await this.#world.step(this, 'network');
    if (this.#world.signedIn !== person) throw new Error('Another person is signed in');
  }

  /** @returns whether the server did not have it */
  async #send(person: string, file: QueuedFile, options: UploadOptions): Promise<boolean> {
    const world = this.#world;
    await this.#ask(person);
    options.onProgress(1);
    if (file.name.startsWith('bad')) throw new RefusedUpload('The file is too large.');
    if (world.rows.get(file.id) !== person) throw new Error('Bytes before the row');
    if (file.name.startsWith('large')) await this.#sendParts(person, file, options);
    const isNew = !world.objects.has(file.id);
    if (isNew) world.objects.set(file.id, 1);
    return isNew;
  }

  async #sendParts(person: string, file: QueuedFile, { onResumable, signal }: UploadOptions): Promise<void> {
    const world = this.#world;
    const address =
      file.resumeAt !== undefined && world.begun.has(file.resumeAt) ? file.resumeAt : world.begin(file.id);
    const ask = async () => {
      await this.#ask(person);
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

  #store(person: string): UploadStore {
    const { noted, disk } = this.#world;
    const store = openUploadStore(person);
    /** The tab may die before the write, and between the write and its answer. */
    const work = async <T>(effect: () => Promise<T>): Promise<T> => {
      await this.#world.step(this, 'store');
      const result = await disk.busy(effect());
      await this.#world.step(this);
      return result;
    };
    return {
      all: () => work(() => store.all()),
      put: (file) =>
        work(async () => {
          await store.put(file);
          const { files } = this.#world.kept(person);
          const isStored = files.some(({ id }) => id === file.id);
          if (isStored || this.isAlive) this.#world.noteStored(file.id, this, !isStored);
        }),
      storeFromMemory: () =>
        work(async () => {
          await store.storeFromMemory();
          const { files } = this.#world.kept(person);
          for (const { id } of files)
            if (this.#world.onlyIn.get(id)?.has(this)) this.#world.noteStored(id, this, false);
        }),
      update: (id, change) =>
        work(async () => {
          const isKnown = await store.update(id, change);
          if (isKnown && change.resumeAt !== undefined) noted.set(id, change.resumeAt);
          return isKnown;
        }),
      remove: (id) =>
        work(async () => {
          noted.delete(id);
          await store.remove(id);
        }),
      takeAway: (id) =>
        work(async () => {
          noted.delete(id);
          return store.takeAway(id);
        }),
    };
  }
}
