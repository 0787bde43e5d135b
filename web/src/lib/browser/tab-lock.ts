/**
 * Lets one tab of the browser at a time do a piece of work: by a Web Lock, or, where the browser offers none (plain
 * HTTP on another host than localhost), by a lease in local storage. A lease can be lost: a tab that the browser has
 * put to sleep does not renew it. The guarded work must tolerate two holders for a moment.
 */
import { pause } from './pause.ts';

const LEASE = 'tab-lock:';
const LEASE_MS = 5000;
const RENEW_MS = 1000;
// Two tabs that reach for a free lease at once write one after the other; the later one's name stays.
const SETTLE_MS = 100;

/** The lock of a tab that was killed is free after this long. */
export const LONGEST_LEFT_BEHIND_MS = LEASE_MS + RENEW_MS + SETTLE_MS;

const NEVER = new AbortController().signal;

/**
 * Waits for the lock and holds it until the work has ended.
 * @param work is told by its signal when the lock was lost
 * @param signal gives up waiting
 * @throws the signal's reason
 */
export async function holdTabLock(
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
  signal: AbortSignal = NEVER,
): Promise<void> {
  if ('locks' in navigator) return navigator.locks.request(name, { signal }, () => work(NEVER));
  const lease = new Lease(name);
  await lease.take(signal);
  try {
    await work(lease.lost);
  } finally {
    lease.release();
  }
}

class Lease {
  readonly #key: string;
  readonly #holder = String(Math.random());
  readonly #lost = new AbortController();
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(name: string) {
    this.#key = LEASE + name;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async take(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      // A page that is left lets go, and must not take it again on its way out: its timers do not fire any more.
      await pause(0);
      if (this.#isFree() && (await this.#reach())) break;
      await pause(RENEW_MS);
    }
    this.#renewal = setInterval(this.#renew, RENEW_MS);
    window.addEventListener('pagehide', this.#leave);
  }

  release(): void {
    clearInterval(this.#renewal);
    window.removeEventListener('pagehide', this.#leave);
    this.#withdraw();
  }

  /** @returns whether no other tab has reached for it later */
  async #reach(): Promise<boolean> {
    this.#write();
    window.addEventListener('pagehide', this.#withdraw);
    await pause(SETTLE_MS);
    window.removeEventListener('pagehide', this.#withdraw);
    return this.#isMine();
  }

  readonly #withdraw = (): void => {
    if (this.#isMine()) localStorage.removeItem(this.#key);
  };

  readonly #renew = (): void => {
    if (this.#isMine()) this.#write();
    else this.#leave();
  };

  /** A page left for the browser's back/forward cache may come back, without the lease. */
  readonly #leave = (): void => {
    this.release();
    this.#lost.abort();
  };

  #isFree(): boolean {
    return this.#isMine() || Number(this.#read()[1] ?? 0) < Date.now();
  }

  #isMine(): boolean {
    return this.#read()[0] === this.#holder;
  }

  #read(): readonly string[] {
    return (localStorage.getItem(this.#key) ?? '').split(' ');
  }

  #write(): void {
    localStorage.setItem(this.#key, `${this.#holder} ${Date.now() + LEASE_MS}`);
  }
}
