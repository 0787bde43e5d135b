/** The real auth client on devices whose clocks are wrong; the server's clock is right. */
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';
import { serverTime } from './server-time.ts';
import { createSessionStore } from './session-store.ts';

const KEY = 'session';
const NOON_MS = Date.UTC(2026, 10, 26, 12);
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** A device, a server, and what the one asked of the other. */
function begin({ offMs = 0, refusal = undefined as number | undefined } = {}) {
  const time = { passed: 0, offMs, slept: 0, refusal };
  const server = () => NOON_MS + time.passed;
  const clocks = {
    wall: () => server() + time.offMs,
    steady: () => time.passed - time.slept,
  };
  vi.spyOn(Date, 'now').mockImplementation(clocks.wall);
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  let renewals = 0;
  const newSession = () => {
    const [iat, exp] = [server() / 1000, server() / 1000 + 3600];
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = [{ alg: 'HS256' }, { sub: 'ana', iat, exp, jti: renewals }].map(part).join('.');
    return {
      access_token: `${token}.c2ln`,
      refresh_token: `refresh-${renewals}`,
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: exp,
      user: { id: 'ana' },
    };
  };
  const answer = (body: object, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const serve = async (input: unknown) => {
    if (!String(input).includes('grant_type=refresh_token')) return answer(newSession());
    renewals++;
    return time.refusal === undefined
      ? answer(newSession())
      : answer({ error_code: 'over_request_rate_limit' }, time.refusal);
  };
  /** As the app opens again, with a steady clock that begins again. */
  const open = () => {
    const since = clocks.steady();
    const store = createSessionStore(storage, KEY, { ...clocks, steady: () => clocks.steady() - since });
    const { auth } = createClient('http://localhost', 'key', {
      global: { fetch: serve as typeof fetch },
      auth: { storage: store, storageKey: KEY, autoRefreshToken: false, detectSessionInUrl: false },
    });
    return { auth, store };
  };
  return { time, kept, open, renewals: () => renewals };
}

async function signedIn(options?: Parameters<typeof begin>[0]) {
  const device = begin(options);
  const { auth, store } = device.open();
  const { error } = await auth.signInWithPassword({ email: 'ana@example.com', password: 'correct horse' });
  expect(error).toBeNull();
  /** As often as a page with pictures does. */
  const work = async () => {
    for (let request = 0; request < 10; request++)
      expect((await auth.getSession()).data.session).not.toBeNull();
  };
  return { ...device, auth, store, work };
}

describe.each([-25 * HOUR_MS, -HOUR_MS, 30 * MINUTE_MS, HOUR_MS, 25 * HOUR_MS])(
  'a clock that is off by %i ms',
  (offMs) => {
    test('renews a session when it has little left, and only then', async () => {
      const { time, auth, open, work, renewals, store } = await signedIn({ offMs });
      await work();
      expect(store.secondsLeft()).toBe(3600);
      time.passed += 58 * MINUTE_MS;
      await work();
      expect(renewals()).toBe(0);
      const { data } = await auth.getSession();
      expect(serverTime(store, data.session?.access_token)).toEqual(new Date(NOON_MS + time.passed));
      time.passed += MINUTE_MS;
      await work();
      expect([renewals(), store.secondsLeft()]).toEqual([1, 3600]);
      // Opened again.
      time.passed += 58 * MINUTE_MS;
      const again = open();
      expect((await again.auth.getSession()).data.session).not.toBeNull();
      expect([renewals(), again.store.secondsLeft()]).toEqual([1, 120]);
    });

    test('takes the tokens of a link', async () => {
      const { auth, work, renewals, store } = await signedIn({ offMs });
      const { data } = await auth.refreshSession();
      const { access_token = '', refresh_token = '' } = data.session ?? {};
      await auth.setSession({ access_token, refresh_token });
      const before = renewals();
      await work();
      expect([renewals(), store.secondsLeft()]).toEqual([before, 3600]);
    });
  },
);

describe.each([-25 * HOUR_MS, -10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 25 * HOUR_MS])(
  'a clock that jumps by %i ms',
  (jumpMs) => {
    test('while the app is open renews once at the most, and a refusal takes no session away', async () => {
      const { time, work, renewals } = await signedIn();
      time.passed += 20 * MINUTE_MS;
      time.offMs += jumpMs;
      time.refusal = 429;
      await work();
      expect(renewals()).toBeLessThanOrEqual(1);
      time.refusal = undefined;
      time.passed += 5 * MINUTE_MS;
      await work();
      expect(renewals()).toBeLessThanOrEqual(2);
      const before = renewals();
      await work();
      expect(renewals()).toBe(before);
    });

    test('while the app is closed renews once at the most', async () => {
      const { time, open, renewals } = await signedIn();
      time.passed += 20 * MINUTE_MS;
      time.offMs += jumpMs;
      const { auth } = open();
      for (let request = 0; request < 10; request++)
        expect((await auth.getSession()).data.session).not.toBeNull();
      expect(renewals()).toBeLessThanOrEqual(1);
    });
  },
);

test('a device that slept through the end of its token renews it when it wakes', async () => {
  const { time, work, renewals } = await signedIn();
  time.passed += 2 * HOUR_MS;
  time.slept += 2 * HOUR_MS;
  await work();
  expect(renewals()).toBe(1);
});

test('what an earlier version kept is renewed once at the most', async () => {
  const { kept, open, renewals } = await signedIn({ offMs: HOUR_MS });
  const { obtained_at: _, ...session } = JSON.parse(kept.get(KEY) ?? '{}');
  kept.set(KEY, JSON.stringify(session));
  const { auth, store } = open();
  for (let request = 0; request < 10; request++)
    expect((await auth.getSession()).data.session).not.toBeNull();
  expect([renewals(), store.secondsLeft()]).toEqual([1, 3600]);
});
