import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdLease } from './tab-lease.ts';
import { holdTabLock } from './tab-lock.ts';

// As over plain HTTP: a browser without Web Locks, whose tabs share a local storage.
beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Holder {
  holds: boolean;
  lost: boolean;
  end(): void;
}

function tab(
  signal: AbortSignal = new AbortController().signal,
  hold = holdLease,
): Holder & { readonly done: Promise<void> } {
  const end = Promise.withResolvers<void>();
  const holder = { holds: false, lost: false, end: end.resolve, done: Promise.resolve() };
  holder.done = hold(
    'page',
    async (lost) => {
      holder.holds = true;
      lost.addEventListener('abort', () => {
        holder.lost = true;
        end.resolve();
      });
      await end.promise;
      holder.holds = false;
    },
    signal,
  );
  return holder;
}

test('of two tabs that come at once, one works, and the other one after it', async () => {
  const tabs = [tab(), tab()];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tabs.filter(({ holds }) => holds)).toHaveLength(1);
  tabs.find(({ holds }) => holds)?.end();
  await vi.advanceTimersByTimeAsync(3000);
  expect(tabs.filter(({ holds }) => holds)).toHaveLength(1);
  for (const each of tabs) each.end();
  await vi.advanceTimersByTimeAsync(3000);
  await Promise.all(tabs.map(({ done }) => done));
});

test('a tab that died is followed by the next', async () => {
  localStorage.setItem('tab-lock:page', `dead ${Date.now() + 4000}`);
  const next = tab();
  await vi.advanceTimersByTimeAsync(3500);
  expect(next.holds).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(next.holds).toBe(true);
  next.end();
});

test('a lease that ends later than one can keeps nobody waiting', async () => {
  // The clock was half an hour ahead when it was made.
  localStorage.setItem('tab-lock:page', `stuck ${Date.now() + 30 * 60_000}`);
  const next = tab();
  await vi.advanceTimersByTimeAsync(1000);
  expect(next.holds).toBe(true);
  next.end();
});

test('nor does one that nobody can read', async () => {
  localStorage.setItem('tab-lock:page', 'garbage');
  const next = tab();
  await vi.advanceTimersByTimeAsync(1000);
  expect(next.holds).toBe(true);
  next.end();
});

test('a tab that slept past its lease hears that another has it', async () => {
  const sleeper = tab();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sleeper.holds).toBe(true);
  localStorage.setItem('tab-lock:page', `other ${Date.now() + 4000}`);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sleeper.lost).toBe(true);
  expect(localStorage.getItem('tab-lock:page')).toContain('other');
});

test('a tab that is left lets go at once', async () => {
  const left = tab();
  await vi.advanceTimersByTimeAsync(1000);
  window.dispatchEvent(new Event('pagehide'));
  expect(left.lost).toBe(true);
  expect(localStorage.getItem('tab-lock:page')).toBeNull();
});

test('a tab on its way out does not reach for the lock again, and one that comes back does', async () => {
  const left = tab();
  await vi.advanceTimersByTimeAsync(1000);
  // As an open page does, which goes on without the lock until it has it again.
  const again = left.done.then(() => tab());
  window.dispatchEvent(new Event('pagehide'));
  const next = await again;
  // No timer fires in a page that is gone, or asleep.
  expect(localStorage.getItem('tab-lock:page')).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(next.holds).toBe(true);
  next.end();
});

test('a tab that is left while it takes the lock leaves none behind', async () => {
  const left = tab();
  await vi.advanceTimersByTimeAsync(50);
  expect(localStorage.getItem('tab-lock:page')).not.toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('tab-lock:page')).toBeNull();
  // It may come back.
  await vi.advanceTimersByTimeAsync(3000);
  expect(left).toMatchObject({ holds: true, lost: false });
  left.end();
});

test('waiting can be given up', async () => {
  const holder = tab();
  await vi.advanceTimersByTimeAsync(1000);
  const giving = new AbortController();
  const waiting = tab(giving.signal);
  const outcome = expect(waiting.done).rejects.toThrow('enough');
  giving.abort(new Error('enough'));
  await vi.advanceTimersByTimeAsync(2000);
  await outcome;
  expect(waiting.holds).toBe(false);
  holder.end();
});

describe('by a Web Lock', () => {
  const ASK_MS = 1000;
  const lockedTab = (signal?: AbortSignal) => tab(signal, holdTabLock);

  beforeEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    // Messages between tabs take their own time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });

  test('a holder that is stuck is followed by the next', async () => {
    const stolen = navigator.locks.request('page', () => new Promise<void>(() => undefined));
    const lost = expect(stolen).rejects.toThrow(/stolen|broken|abort/i);
    const next = lockedTab();
    vi.advanceTimersByTime(2 * ASK_MS);
    await vi.waitFor(async () => expect((await navigator.locks.query()).pending).toHaveLength(1));
    expect(next.holds).toBe(false);
    vi.advanceTimersByTime(ASK_MS);
    await vi.waitFor(() => expect(next.holds).toBe(true));
    await lost;
    next.end();
    await next.done;
  });

  test('a holder that answers keeps it, and is followed at once when it ends', async () => {
    const holder = lockedTab();
    await vi.waitFor(() => expect(holder.holds).toBe(true));
    const answers = new BroadcastChannel('tab-lock:page');
    let answered = 0;
    answers.onmessage = ({ data }) => {
      if (data === 'here') answered++;
    };
    const next = lockedTab();
    for (let asked = 1; asked <= 10; asked++) {
      await vi.waitFor(() => expect(answered).toBe(asked));
      vi.advanceTimersByTime(ASK_MS);
    }
    answers.close();
    expect([holder.holds, holder.lost, next.holds]).toEqual([true, false, false]);
    holder.end();
    await vi.waitFor(() => expect(next.holds).toBe(true));
    next.end();
    await Promise.all([holder.done, next.done]);
  });

  test('a holder that was stuck hears that another has it', async () => {
    const stuck = lockedTab();
    await vi.waitFor(() => expect(stuck.holds).toBe(true));
    const end = Promise.withResolvers<void>();
    const thief = navigator.locks.request('page', { steal: true }, () => end.promise);
    await vi.waitFor(() => expect(stuck.lost).toBe(true));
    await stuck.done;
    end.resolve();
    await thief;
  });

  test('waiting for a holder that is stuck can be given up', async () => {
    const end = Promise.withResolvers<void>();
    const holder = navigator.locks.request('page', () => end.promise);
    const giving = new AbortController();
    const waiting = lockedTab(giving.signal);
    const outcome = expect(waiting.done).rejects.toThrow('enough');
    giving.abort(new Error('enough'));
    await outcome;
    vi.advanceTimersByTime(10 * ASK_MS);
    end.resolve();
    await holder;
    expect(waiting.holds).toBe(false);
  });
});
