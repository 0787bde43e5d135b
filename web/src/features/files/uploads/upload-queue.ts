/**
 * The files that this browser has and the server does not have yet. A file is stored before the text names it, and stays until
 * the server has it, or the person takes it away. One tab of the browser uploads; all of them show how far it is.
 *
 * The store is the truth: a tab shows what it last read there, and reads all of it again whenever another tab, or this one,
 * says that something changed, and after a while in any case, because a tab may die between a change and its message. Only how
 * many bytes were sent is told by messages; that is forgotten when nobody repeats it. A file that the browser has no room for is
 * with one tab alone, which uploads it by itself. A tab, the network or the server may die
 * between any two steps (upload-queue.model.test.ts): each step is harmless when it is repeated, because the file has had its
 * id since it was chosen.
 */
import type { Stopped, UploadPorts } from './upload-ports.ts';
import { type FileUpload, type QueuedFile, RefusedUpload, type UploadState } from './uploads.ts';

/** More at once share the same line, and a page asks for its pictures over it as well. */
const AT_ONCE = 3;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const LOOK_AGAIN_MS = 10_000;
/** A large file is written for seconds before the browser says that there is no room. */
const LONGEST_WITHOUT_ROOM_MS = 300_000;
/** Longer than the tab that uploads is silent. */
const HEARD_FOR_MS = 3 * LOOK_AGAIN_MS;

interface Running {
  readonly ending: AbortController;
  sent: number;
}

export class UploadQueue {
  readonly #ports: UploadPorts;
  readonly #listeners = new Set<(id: string) => void>();
  readonly #states = new Map<string, FileUpload>();
  /** Uploads of another tab, by its last message. */
  readonly #heard = new Map<string, { readonly sent: number; readonly until: number }>();
  /** The uploads of this tab; they end with the lock, and go on without it for a moment. */
  readonly #running = new Map<string, Running>();
  /** Another one when this tab begins to upload, and when an upload ends: what was read before is too old to upload by. */
  #turn = 0;
  readonly #failures = new Map<string, { readonly times: number; readonly until: number }>();
  /** Aborted once nobody looks at the files any more. */
  #following: Stopped | undefined;
  /** The browser has lost what it stored, and nobody has stored again what this tab shows. */
  #isCleared = false;
  /** Set while files are with this tab alone: when the browser is asked again for room, and after how long. */
  #noRoom: { readonly until: number; readonly pause: number } | undefined;
  /** Whether this is the tab that uploads. */
  #isUploading = false;
  #firstLook: Promise<void> | undefined;
  #lastLook: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  #alarm = new AbortController();

  constructor(ports: UploadPorts) {
    this.#ports = ports;
    ports.tabs.onMessage((message) => {
      if (message.kind === 'progress') return this.#hear(message.id, message.sent);
      this.#heard.delete(message.id);
      // A person who asks for it once more does not want to wait.
      this.#failures.delete(message.id);
      void this.#look();
    });
  }

  /** @param listener hears which file is in another state */
  readonly subscribe = (listener: (id: string) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @returns undefined for a file that this browser has not put into a page */
  readonly stateOf = (id: string): FileUpload | undefined => this.#states.get(id);

  readonly all = (): readonly FileUpload[] => [...this.#states.values()];

  /** Resolves once this tab has seen what the browser stores, or cannot. */
  readonly seen = (): Promise<void> => {
    this.#firstLook ??= this.#look();
    return this.#firstLook;
  };

  /** Resolves when the file is stored: from then on it is uploaded, whatever becomes of this tab. */
  async add(file: QueuedFile): Promise<void> {
    // Behind those that are there, also when the device's clock was put back since.
    const latest = this.all().reduce((last, other) => Math.max(last, other.file.addedAt), 0);
    await this.#ports.store.put({ ...file, addedAt: Math.max(file.addedAt, latest + 1) });
    await this.#changed(file.id);
  }

  /** Once more, after a refusal or when it was taken away; at once, where it waits for its next try. */
  async retry(id: string): Promise<void> {
    await this.#look();
    const known = this.#states.get(id);
    if (!known) return;
    const { refusal: _, needsRoom: __, resumeAt: ___, ...file } = known.file;
    if (known.state.kind === 'removed') await this.#ports.store.put(file);
    // The stored file knows where a large one goes on.
    else await this.#ports.store.update(id, { refusal: undefined, needsRoom: undefined });
    this.#failures.delete(id);
    await this.#changed(id);
  }

  /** It is not uploaded. A tab that shows it can do so for as long as it lives, so that undoing brings it back. */
  async remove(id: string): Promise<void> {
    const resumeAt = (await this.#ports.store.takeAway(id))?.resumeAt;
    await this.#changed(id);
    if (resumeAt !== undefined) this.#discard(resumeAt);
  }

  /** Shows the browser's files for as long as this tab may, and uploads them, one tab of the browser at a time. */
  async run(signal: AbortSignal): Promise<void> {
    this.#following = signal;
    const unwatch = this.#ports.watchConnection(() => {
      // Uploads that failed without a connection are due at once with one.
      if (this.#ports.isConnected()) this.#failures.clear();
      void this.#look();
    });
    try {
      await this.#look();
      await this.#ports.holdLock((lost) => this.#work([signal, lost]), signal);
    } finally {
      unwatch();
      this.#alarm.abort();
      this.#stop();
      if (signal.aborted) void this.#lastLook.then(() => this.#forget());
    }
  }

  /** Forgets the files of a person who has left. Stored ones are read again when they come back. */
  #forget(): void {
    if (this.#isFollowing) return;
    this.#firstLook = undefined;
    for (const [id, { state }] of this.#states)
      if (!this.#isCleared || isSettled(state)) this.#states.delete(id);
  }

  async #work(stopped: readonly Stopped[]): Promise<void> {
    this.#isUploading = true;
    this.#turn++;
    void this.#look();
    await Promise.race(stopped.map(aborted));
    this.#isUploading = false;
    this.#stop();
  }

  #stop(): void {
    for (const { ending } of this.#running.values()) ending.abort();
  }

  get #isFollowing(): boolean {
    return this.#following?.aborted === false;
  }

  /** @returns when this tab shows what is stored now; one reading answers all who ask before it begins */
  #look(): Promise<void> {
    this.#nextLook ??= this.#lastLook.then(() => {
      this.#nextLook = undefined;
      // A browser that refuses its storage for a while leaves what is known.
      this.#lastLook = this.#read().catch(() => this.#lookIn(LOOK_AGAIN_MS));
      return this.#lastLook;
    });
    return this.#nextLook;
  }

  async #read(): Promise<void> {
    const turn = this.#turn;
    const { files, takenAway, onlyHere, isCleared } = await this.#ports.store.all();
    this.#findRoom(onlyHere.size > 0);
    this.#isCleared ||= isCleared;
    const stored = new Set(files.map(({ id }) => id));
    for (const file of files) this.#set(file, this.#stateOfStored(file, onlyHere.has(file.id)));
    const missing = [...this.#states.values()].filter(({ file }) => !stored.has(file.id));
    if (this.#isCleared && (await this.#storeAgain(missing))) return void this.#look();
    for (const { file } of isCleared || this.#isCleared ? [] : missing) {
      this.#heard.delete(file.id);
      this.#running.get(file.id)?.ending.abort();
      this.#set(file, { kind: takenAway.has(file.id) ? 'removed' : 'done' });
    }
    // An older reading does not know how far a large file came; the next one is on its way.
    const canUpload = this.#isFollowing && this.#ports.isConnected() && turn === this.#turn;
    // Nobody else can upload what this tab alone has.
    const own = this.#isUploading ? files : files.filter(({ id }) => onlyHere.has(id));
    const nextInMs = canUpload ? this.#uploadDue(own) : LOOK_AGAIN_MS;
    const isAtRest = [...this.#states.values()].every(({ state }) => state.kind === 'done');
    // A tab may have added a file and died before its message: nobody here knows of that file.
    const looksAgain = this.#isUploading || !isAtRest;
    this.#lookIn(looksAgain ? Math.min(LOOK_AGAIN_MS, nextInMs) : undefined);
  }

  /** Asks the browser again for room, later each time. Nothing waits for that: a large file is written for seconds. */
  #findRoom(isMissing: boolean): void {
    const [now, last] = [this.#ports.now(), this.#noRoom];
    if (isMissing && last && last.until > now) return;
    const pause = last ? Math.min(2 * last.pause, LONGEST_WITHOUT_ROOM_MS) : LOOK_AGAIN_MS;
    this.#noRoom = isMissing ? { until: now + pause, pause } : undefined;
    if (isMissing && last) void this.#ports.store.storeFromMemory().then(() => this.#look());
  }

  /** Stores again what the browser has lost and this tab still has. @returns whether it was anything that is not sent or taken away */
  async #storeAgain(missing: readonly FileUpload[]): Promise<boolean> {
    const lost = missing.filter(({ state }) => !isSettled(state));
    if (!this.#isFollowing) return false;
    this.#isCleared = false;
    for (const { file } of lost) await this.#ports.store.put(file);
    return lost.length > 0;
  }

  #stateOfStored({ id, refusal, needsRoom }: QueuedFile, isOnlyHere: boolean): UploadState {
    if (refusal !== undefined) return { kind: 'refused', reason: refusal, needsRoom };
    const running = this.#running.get(id);
    const heard = this.#heard.get(id);
    if (running && !running.ending.signal.aborted) return { kind: 'uploading', sent: running.sent };
    if (heard && heard.until > this.#ports.now()) return { kind: 'uploading', sent: heard.sent };
    return isOnlyHere ? { kind: 'waiting', isOnlyHere } : { kind: 'waiting' };
  }

  /** @returns in how many milliseconds a file is due that failed */
  #uploadDue(files: readonly QueuedFile[]): number {
    // Other tabs forget what is not repeated.
    for (const [id, { sent }] of this.#running) this.#ports.tabs.send({ kind: 'progress', id, sent });
    const now = this.#ports.now();
    const pauseOf = ({ id }: QueuedFile) => (this.#failures.get(id)?.until ?? 0) - now;
    const waiting = files.filter(({ id, refusal }) => refusal === undefined && !this.#running.has(id));
    const due = waiting.filter((file) => pauseOf(file) <= 0).sort((a, b) => a.addedAt - b.addedAt);
    for (const file of due.slice(0, Math.max(0, AT_ONCE - this.#running.size))) void this.#upload(file);
    return Math.min(...waiting.map(pauseOf).filter((ms) => ms > 0));
  }

  /** @param ms undefined: when there is something new */
  #lookIn(ms: number | undefined): void {
    this.#alarm.abort();
    if (ms === undefined || !this.#following || this.#following.aborted) return;
    this.#alarm = new AbortController();
    const { signal } = this.#alarm;
    void this.#ports.pause(ms, signal).then(() => {
      if (!signal.aborted) void this.#look();
    });
  }

  async #upload(file: QueuedFile): Promise<void> {
    const { id } = file;
    const running: Running = { ending: new AbortController(), sent: 0 };
    const { signal } = running.ending;
    let unwanted: string | undefined;
    const onProgress = (sent: number) => {
      running.sent = sent;
      this.#showProgress(id, sent);
      this.#ports.tabs.send({ kind: 'progress', id, sent });
    };
    this.#running.set(id, running);
    onProgress(0);
    try {
      await this.#ports.server.upload(file, {
        signal,
        onProgress,
        onResumable: async (resumeAt) => {
          // A browser without room for the note cannot go on after a reload. It can go on now.
          if (await this.#ports.store.update(id, { resumeAt }).catch(() => true)) return;
          // The person who took it away could not know that it had begun.
          unwanted = resumeAt;
          running.ending.abort();
        },
      });
      await this.#ports.store.remove(id);
      this.#failures.delete(id);
    } catch (error) {
      if (!signal.aborted) await this.#fail(id, error);
    } finally {
      this.#running.delete(id);
      this.#turn++;
      void this.#changed(id);
      if (unwanted !== undefined) this.#discard(unwanted);
    }
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const times = (this.#failures.get(id)?.times ?? 0) + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS);
    this.#failures.set(id, { times, until: this.#ports.now() + pause });
    if (!(error instanceof RefusedUpload)) return;
    const { message: refusal, needsRoom } = error;
    await this.#ports.store.update(id, { refusal, needsRoom }).catch(() => undefined);
  }

  #discard(resumeAt: string): void {
    // A server that cannot be asked removes it by itself after a while.
    void this.#ports.server.discard(resumeAt).catch(() => undefined);
  }

  #hear(id: string, sent: number): void {
    this.#heard.set(id, { sent, until: this.#ports.now() + HEARD_FOR_MS });
    this.#showProgress(id, sent);
  }

  #showProgress(id: string, sent: number): void {
    const known = this.#states.get(id);
    const { kind } = known?.state ?? {};
    if (known && (kind === 'waiting' || kind === 'uploading'))
      this.#set(known.file, { kind: 'uploading', sent });
  }

  #set(file: QueuedFile, state: UploadState): void {
    const before = this.#states.get(file.id)?.state;
    this.#states.set(file.id, { file, state });
    if (before && isSame(before, state)) return;
    for (const listener of this.#listeners) listener(file.id);
  }

  /** Tells the other tabs that this one has changed the stored file. @returns when this tab shows it */
  #changed(id: string): Promise<void> {
    this.#heard.delete(id);
    this.#ports.tabs.send({ kind: 'changed', id });
    return this.#look();
  }
}

function isSettled({ kind }: UploadState): boolean {
  return kind === 'done' || kind === 'removed';
}

function isSame(one: UploadState, other: UploadState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function aborted(signal: Stopped): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
