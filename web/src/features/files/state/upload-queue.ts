/**
 * The files that this browser has and the server does not have yet. A file is stored before the text names it, and stays until
 * the server has it, the server refuses it and the person takes it away. One tab of the browser uploads; all of them show how
 * far it is. A tab, the network or the server may die between any two steps (upload-queue.model.test.ts): each step is
 * harmless when it is repeated, because the file has had its id since it was chosen.
 */
import type { Stopped, UploadPorts } from './upload-ports.ts';
import { type FileUpload, type QueuedFile, RefusedUpload, type UploadState } from './uploads.ts';

/** More at once share the same line, and a page asks for its pictures over it as well. */
const AT_ONCE = 3;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export class UploadQueue {
  readonly #ports: UploadPorts;
  readonly #listeners = new Set<(id: string) => void>();
  readonly #states = new Map<string, FileUpload>();
  /** For good, and known of files that this tab has yet to hear of: what was read from the store just before says otherwise. */
  readonly #done = new Set<string>();
  /** Of the tab that uploads: the uploads under way, and how to end each. */
  readonly #running = new Map<string, AbortController>();
  readonly #failures = new Map<string, { readonly times: number; readonly until: number }>();
  /** How often a file came into another kind of state. */
  #changes = 0;
  #wake: () => void = () => undefined;
  #isAwake = false;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
    ports.tabs.onMessage((message) => {
      if (message.kind === 'progress') this.#progress(message.id, message.sent);
      else if (message.kind === 'done') this.#finish(message.id);
      else void this.#look(message.id);
    });
  }

  /** @param listener is told which file is in another state */
  readonly subscribe = (listener: (id: string) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @returns undefined for a file that this browser has not put into a page */
  readonly stateOf = (id: string): FileUpload | undefined => this.#states.get(id);

  readonly all = (): readonly FileUpload[] => [...this.#states.values()];

  /** Resolves when the file is stored: from then on it is uploaded, whatever becomes of this tab. */
  async add(file: QueuedFile): Promise<void> {
    const before = this.#states.get(file.id)?.state;
    await this.#ports.store.put(file);
    // By the time the browser says that it is stored, it may have been uploaded or refused.
    if (!this.#done.has(file.id) && this.#states.get(file.id)?.state === before)
      this.#set(file, { kind: 'waiting' });
    this.#tell(file.id);
  }

  /** Once more, after a refusal or when it was taken away; at once, where it waits for its next try. */
  async retry(id: string): Promise<void> {
    const known = this.#states.get(id);
    if (!known || this.#done.has(id)) return;
    this.#failures.delete(id);
    // It is stored already, and its upload may end while it is stored once more.
    if (known.state.kind === 'waiting' || known.state.kind === 'uploading') return this.#tell(id);
    const { refusal: _, needsRoom: __, resumeAt: ___, ...file } = known.file;
    if (known.state.kind === 'removed') return this.add(file);
    // The stored file knows where a large one goes on.
    await this.#ports.store.update(id, { refusal: undefined, needsRoom: undefined });
    await this.#look(id);
    this.#tell(id);
  }

  /** It is not uploaded. This tab can show it for as long as it lives, so that undoing brings it back. */
  async remove(id: string): Promise<void> {
    const stored = await this.#ports.store.get(id);
    await this.#ports.store.remove(id);
    const known = this.#states.get(id);
    if (known) this.#set(known.file, { kind: 'removed' });
    this.#running.get(id)?.abort();
    this.#tell(id);
    this.#discard(stored?.resumeAt);
  }

  /** What a reload finds. */
  async restore(): Promise<void> {
    for (const file of await this.#stored()) if (!this.#states.has(file.id)) this.#setStored(file);
  }

  /** Uploads for as long as this tab may, one tab of the browser at a time. */
  async run(signal: AbortSignal): Promise<void> {
    const unwatch = this.#ports.watchConnection(() => {
      // Whatever failed without a connection is due at once with one.
      if (this.#ports.isConnected()) this.#failures.clear();
      this.#wakeUp();
    });
    try {
      await this.#ports.holdLock((lost) => this.#work(eitherOf(signal, lost)), signal);
    } finally {
      unwatch();
    }
  }

  async #work(stopped: Stopped): Promise<void> {
    const stop = () => {
      for (const running of this.#running.values()) running.abort();
      this.#wakeUp();
    };
    stopped.addEventListener('abort', stop);
    await this.#takeOver();
    while (!stopped.aborted) {
      this.#isAwake = false;
      const due = await this.#due();
      for (const file of due.now) void this.#upload(file, stopped);
      if (!stopped.aborted) await this.#untilWoken(due.nextInMs);
    }
    stopped.removeEventListener('abort', stop);
  }

  /** The tab that uploaded until now may have died before it told what became of its last files. */
  async #takeOver(): Promise<void> {
    const stored = new Map((await this.#stored()).map((file) => [file.id, file]));
    for (const file of stored.values()) this.#setStored(file);
    for (const [id, { state }] of this.#states) {
      if (stored.has(id) || state.kind === 'removed' || this.#done.has(id)) continue;
      this.#finish(id);
      this.#ports.tabs.send({ kind: 'done', id });
    }
  }

  async #stored(): Promise<readonly QueuedFile[]> {
    for (;;) {
      const before = this.#changes;
      const files = await this.#ports.store.all();
      // A file that was added, uploaded, refused or taken away meanwhile may be there as it was before.
      if (this.#changes === before) return files;
    }
  }

  /** Read anew each time: other tabs add files and take them away. */
  async #due(): Promise<{ readonly now: readonly QueuedFile[]; readonly nextInMs: number | undefined }> {
    if (!this.#ports.isConnected()) return { now: [], nextInMs: undefined };
    const waiting = (await this.#stored()).filter(
      ({ id, refusal }) => refusal === undefined && !this.#running.has(id) && !this.#done.has(id),
    );
    const now = this.#ports.now();
    const untilOf = ({ id }: QueuedFile) => this.#failures.get(id)?.until ?? 0;
    const due = waiting.filter((file) => untilOf(file) <= now).sort((a, b) => a.addedAt - b.addedAt);
    const later = waiting.map(untilOf).filter((until) => until > now);
    return {
      now: due.slice(0, AT_ONCE - this.#running.size),
      nextInMs: later.length > 0 ? Math.min(...later) - now : undefined,
    };
  }

  async #upload(file: QueuedFile, stopped: Stopped): Promise<void> {
    const { id } = file;
    const ending = new AbortController();
    let { resumeAt } = file;
    this.#running.set(id, ending);
    this.#set(file, { kind: 'uploading', sent: 0 });
    try {
      await this.#ports.server.upload(file, {
        signal: ending.signal,
        onProgress: (sent) => {
          this.#progress(id, sent);
          this.#ports.tabs.send({ kind: 'progress', id, sent });
        },
        onResumable: (at) => {
          resumeAt = at;
          return this.#ports.store.update(id, { resumeAt });
        },
      });
      await this.#ports.store.remove(id);
      this.#failures.delete(id);
      this.#finish(id);
      this.#ports.tabs.send({ kind: 'done', id });
    } catch (error) {
      await this.#fail(file, error, ending.signal.aborted || stopped.aborted);
      // It may have begun while it was taken away.
      if (this.#states.get(id)?.state.kind === 'removed') this.#discard(resumeAt);
    } finally {
      this.#running.delete(id);
      this.#wakeUp();
    }
  }

  async #fail(file: QueuedFile, error: unknown, isEnded: boolean): Promise<void> {
    const { id } = file;
    if (error instanceof RefusedUpload && !isEnded) {
      // One that was taken away meanwhile stays away.
      const { message: refusal, needsRoom } = error;
      await this.#ports.store.update(id, { refusal, needsRoom }).catch(() => undefined);
      this.#tell(id);
      return this.#look(id);
    }
    if (this.#states.get(id)?.state.kind !== 'uploading') return;
    const times = (this.#failures.get(id)?.times ?? 0) + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS);
    if (!isEnded) this.#failures.set(id, { times, until: this.#ports.now() + pause });
    this.#set(file, { kind: 'waiting' });
  }

  #discard(resumeAt: string | undefined): void {
    // A server that cannot be asked removes it by itself after a while.
    if (resumeAt !== undefined) void this.#ports.server.discard(resumeAt).catch(() => undefined);
  }

  /** Another tab, or this one, has changed what is stored of it. */
  async #look(id: string): Promise<void> {
    const file = await this.#ports.store.get(id).catch(() => undefined);
    const known = this.#states.get(id);
    if (file) this.#setStored(file);
    else if (known && !this.#done.has(id)) {
      this.#running.get(id)?.abort();
      this.#set(known.file, { kind: 'removed' });
    }
    this.#wakeUp();
  }

  #setStored(file: QueuedFile): void {
    const { refusal, needsRoom } = file;
    if (this.#done.has(file.id) || (this.#running.has(file.id) && refusal === undefined)) return;
    this.#set(
      file,
      refusal === undefined ? { kind: 'waiting' } : { kind: 'refused', reason: refusal, needsRoom },
    );
  }

  #progress(id: string, sent: number): void {
    const known = this.#states.get(id);
    const { kind } = known?.state ?? {};
    if (known && (kind === 'uploading' || kind === 'waiting'))
      this.#set(known.file, { kind: 'uploading', sent });
  }

  #finish(id: string): void {
    this.#done.add(id);
    const known = this.#states.get(id);
    if (known) this.#set(known.file, { kind: 'done' });
  }

  #set(file: QueuedFile, state: UploadState): void {
    if (this.#states.get(file.id)?.state.kind !== state.kind) this.#changes++;
    this.#states.set(file.id, { file, state });
    for (const listener of this.#listeners) listener(file.id);
  }

  #tell(id: string): void {
    this.#ports.tabs.send({ kind: 'changed', id });
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#isAwake = true;
    this.#wake();
  }

  async #untilWoken(inMs: number | undefined): Promise<void> {
    if (this.#isAwake) return;
    const ending = new AbortController();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (inMs !== undefined) void this.#ports.pause(inMs, ending.signal).then(resolve);
    });
    ending.abort();
  }
}

function eitherOf(one: Stopped, other: Stopped): Stopped {
  const either = new AbortController();
  const abort = () => either.abort();
  for (const signal of [one, other])
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  return either.signal;
}
