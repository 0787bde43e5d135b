/**
 * A lease in local storage, by which one tab at a time does a piece of work where the browser has no Web Locks. A tab that the
 * browser has put to sleep does not renew it, and loses it.
 */
import { setMakingRoom } from '../storage/kept-item.ts';
import { pause } from '../time/pause.ts';

const LEASE = 'tab-lock:';
export const LEASE_MS = 4000;
const RENEW_MS = 1000;
const LOOK_AGAIN_MS = 500;
// Two tabs that reach for a free lease at once write one after the other; the later one's name stays.
const SETTLE_MS = 100;

/** The lease of a tab that was killed is free after this long. */
export const LONGEST_LEFT_BEHIND_MS = LEASE_MS + LOOK_AGAIN_MS + SETTLE_MS;

/** As holdTabLock(). */
export async function holdLease(
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
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
      await pause(LOOK_AGAIN_MS);
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
    const left = Number(this.#read()[1]) - Date.now();
    // The clock has been set back since if it ends later than one can; the tab that still has it writes it again.
    return this.#isMine() || !(left >= 0 && left <= LEASE_MS);
  }

  #isMine(): boolean {
    return this.#read()[0] === this.#holder;
  }

  #read(): readonly string[] {
    return (localStorage.getItem(this.#key) ?? '').split(' ');
  }

  #write(): void {
    setMakingRoom(localStorage, this.#key, `${this.#holder} ${Date.now() + LEASE_MS}`);
  }
}
