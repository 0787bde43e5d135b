import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { AuthError } from '../../../src/protocols/auth/errors.ts';
import { LIMITS } from '../../../src/protocols/auth/limits/limits.ts';
import { allow, forgive } from '../../../src/protocols/auth/limits/rate-limit.ts';
import { Refusals } from '../../../src/protocols/auth/limits/refusals.ts';
import { useTestServer } from '../../support/test-server.ts';
import { countRows, newAddress } from '../auth-client.ts';

const server = useTestServer({ auth: { rateLimits: true } });

/** As a server that remembers no refusal: the database decides. */
const forgetful = () => ({ ...server(), refusals: new Refusals() });

/** Tries so often at the same time; how many were allowed. */
async function attempts(count: number, attempt: { address?: string; account?: string }): Promise<number> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => allow(forgetful(), { limit: 'sign_in', ...attempt })),
  );
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(AuthError);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

/** As one server, whose questions to the database are counted; attempts come one after the other. */
function remembering() {
  let count = 0;
  const database: Database = Object.create(server().database);
  database.asOwner = (work) => {
    count++;
    return server().database.asOwner(work);
  };
  const auth = { ...server(), database, refusals: new Refusals() };
  return {
    auth,
    asked: () => count,
    tries: async (times: number, attempt: { address?: string; account?: string }) => {
      let allowed = 0;
      for (let turn = 0; turn < times; turn++) {
        const outcome = await allow(auth, { limit: 'sign_in', ...attempt }).catch((error: unknown) => error);
        if (outcome === undefined) allowed++;
        else expect(outcome).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
      }
      return allowed;
    },
  };
}

async function passTime(interval: string): Promise<void> {
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `update auth.rate_limits set full_at = full_at - $1::interval`,
      values: [interval],
    }),
  );
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a limit', () => {
  test('lets as many through as it says, of those that come at once, and then says how long to wait', async () => {
    const account = newAddress();
    expect(await attempts(105, { account })).toBe(100);
    const refusal = await allow(forgetful(), { limit: 'sign_in', account }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
    const { retryAfter } = refusal as AuthError;
    // The next of three hundred attempts an hour comes back by then.
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(12);
  });

  test('gives attempts back as time goes by, and no more than it holds', async () => {
    const account = newAddress();
    const where = { account, address: '198.51.100.5' };
    await attempts(10, where);
    await passTime('241 seconds');
    expect(await attempts(5, where)).toBe(2);
    await passTime('1 day');
    expect(await attempts(15, where)).toBe(10);
  });

  test('is kept for each address and account, and for a whole IPv6 network', async () => {
    expect(await attempts(31, { address: '198.51.100.1' })).toBe(30);
    expect(await attempts(1, { address: '198.51.100.2' })).toBe(1);
    await attempts(30, { address: '2001:db8::1' });
    expect(await attempts(1, { address: '2001:db8::ffff' })).toBe(0);
    expect(await attempts(1, { address: '2001:db8:0:1::1' })).toBe(1);
  });

  test('of an address does not let refused attempts use up those of an account', async () => {
    const account = newAddress();
    await attempts(30, { address: '198.51.100.9' });
    expect(await attempts(20, { address: '198.51.100.9', account })).toBe(0);
    expect(await attempts(10, { address: '198.51.100.10', account })).toBe(10);
  });

  test('of one address on one account leaves the account to everybody else', async () => {
    const account = newAddress();
    expect(await attempts(20, { address: '198.51.100.20', account })).toBe(10);
    expect(await attempts(5, { address: '198.51.100.21', account })).toBe(5);
    expect(await attempts(5, { address: '198.51.100.20', account: newAddress() })).toBe(5);
  });

  test('keeps no address, and no row for longer than needed', async () => {
    const account = newAddress();
    await attempts(1, { account, address: '198.51.100.77' });
    const named = `select from auth.rate_limits where key like '%' || $1 || '%'`;
    for (const text of [account, '198.51.100.77']) expect(await countRows(server(), named, [text])).toBe(0);
    await passTime('1 day');
    for (let turn = 0; turn < 5000; turn++) {
      if ((await countRows(server(), 'select from auth.rate_limits')) <= 2) return;
      await allow(forgetful(), { limit: 'sign_in', account });
      await passTime('1 day');
    }
    throw new Error('Old rows are never swept.');
  });

  test('sweeps old rows without getting in the way of attempts', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const everywhere = Array.from({ length: 4 }, () => ({ account: newAddress(), address: '198.51.100.90' }));
    for (let turn = 0; turn < 10; turn++) {
      await Promise.all(everywhere.map((where) => attempts(5, where)));
      await passTime('1 day');
    }
  });

  test('is refused without the database to an address that was refused, until there is room again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    vi.useFakeTimers({ toFake: ['performance'] });
    const { tries, asked } = remembering();
    const guesser = '198.51.100.30';
    expect(await tries(31, { address: guesser })).toBe(30);
    expect(asked()).toBe(31);
    expect(await tries(100, { address: guesser, account: newAddress() })).toBe(0);
    expect(asked()).toBe(31);
    expect(await tries(1, { address: '198.51.100.31' })).toBe(1);
    await passTime('10 seconds');
    vi.advanceTimersByTime(10_000);
    expect(await tries(2, { address: guesser })).toBe(1);
    expect(asked()).toBe(34);
  });

  test('is asked for again as soon as an attempt is given back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { auth, tries, asked } = remembering();
    const office = { address: '198.51.100.40' };
    await tries(31, office);
    await forgive(auth, { limit: 'sign_in', ...office });
    const before = asked();
    expect(await tries(2, office)).toBe(1);
    expect(asked()).toBe(before + 2);
  });

  test('of an account is asked for each time: a refused attempt uses up one of the address', async () => {
    const account = newAddress();
    const { tries } = remembering();
    expect(await tries(12, { address: '198.51.100.50', account })).toBe(10);
    expect(await tries(30, { address: '198.51.100.50' })).toBe(18);
  });

  test('allows at least one attempt and gives it back some day', () => {
    for (const { rules } of Object.values(LIMITS))
      for (const { burst, perHour } of rules) expect(Math.min(burst, perHour)).toBeGreaterThanOrEqual(1);
  });
});
