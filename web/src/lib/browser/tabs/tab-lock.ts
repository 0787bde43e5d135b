/**
 * Lets one tab of the browser at a time do a piece of work: by a Web Lock, or, where the browser offers none (plain
 * HTTP on another host than localhost), by a lease in local storage. Either passes on to a tab that waits once its holder
 * is stuck: a lock when the holder answers no more, a lease when it is not renewed. The guarded work must tolerate two
 * holders for a moment: one that was stuck goes on until it hears that it has lost the lock.
 */
const ASK_MS = 1000;
const MOST_UNANSWERED = 3;

const NEVER = new AbortController().signal;

/**
 * Waits for the lock and holds it until the work has ended.
 * @param work learns by its signal when the lock was lost
 * @param signal gives up waiting
 * @throws the signal's reason
 */
export async function holdTabLock(
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
  signal: AbortSignal = NEVER,
): Promise<void> {
  if ('locks' in navigator) return holdWebLock(name, work, signal);
  // On demand: where there are locks, nobody needs it.
  const { holdLease } = await import('./tab-lease.ts');
  return holdLease(name, work, signal);
}

async function holdWebLock(
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const watch = new HolderWatch(name);
  let running: Promise<void> | undefined;
  const run = () => {
    watch.answer();
    running = work(lost.signal);
    return running;
  };
  try {
    await navigator.locks
      .request(name, { signal: AbortSignal.any([signal, watch.isStuck]) }, run)
      .catch((error) => {
        if (running || signal.aborted || !watch.isStuck.aborted) throw error;
        return navigator.locks.request(name, { steal: true }, run);
      });
  } catch (error) {
    if (!running) throw error;
    // Another tab took it, or the work has failed.
    lost.abort();
    await running;
  } finally {
    watch.close();
  }
}

/** Asks the holder of a lock whether it is there. Messages come also to a tab in the background whose timers rest. */
class HolderWatch {
  readonly #line: BroadcastChannel;
  readonly #stuck = new AbortController();
  readonly #asking: ReturnType<typeof setInterval>;
  #unanswered = 0;

  constructor(name: string) {
    this.#line = new BroadcastChannel(`tab-lock:${name}`);
    this.#line.onmessage = ({ data }) => {
      if (data === 'here') this.#unanswered = 0;
    };
    this.#asking = setInterval(() => this.#ask(), ASK_MS);
    this.#ask();
  }

  /** Aborted when the holder does not answer. */
  get isStuck(): AbortSignal {
    return this.#stuck.signal;
  }

  /** This tab is the holder from now on. */
  answer(): void {
    clearInterval(this.#asking);
    const tellHere = () => this.#line.postMessage('here');
    this.#line.onmessage = ({ data }) => data === 'ask' && tellHere();
    // Tabs that waited in vain for the holder before begin again.
    tellHere();
  }

  close(): void {
    clearInterval(this.#asking);
    this.#line.close();
  }

  #ask(): void {
    if (this.#unanswered++ < MOST_UNANSWERED) this.#line.postMessage('ask');
    else {
      clearInterval(this.#asking);
      this.#stuck.abort();
    }
  }
}
