/**
 * Keeps limits (limits.ts) in the database, so that all processes share them. Each rule is a leaky bucket (GCRA),
 * stored as the instant when it is full again. An attempt moves the instant on by its cost, and is refused when that
 * would exceed the bucket. A single statement does both, so two attempts at once cannot both take the last place. A
 * refused address is remembered (refusals.ts): it may come back at any rate.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from '../../../database/database.ts';
import { clientNetwork } from '../../../http/caller/client-address.ts';
import type { Services } from '../../../services.ts';
import { AuthError } from '../errors.ts';
import { LIMITS, type Limit, type LimitName, type Rule } from './limits.ts';
import type { Refusals } from './refusals.ts';

const HOUR_S = 3600;
const SWEEP_PROBABILITY = 1 / 200;

type Limiting = Pick<Services, 'database' | 'config'> & { readonly refusals: Refusals };

export interface Attempt {
  readonly limit: LimitName;
  /** The client's address (http/caller/client-address.ts). Without one, the rules per address are left out. */
  readonly address?: string | undefined;
  /** The email address as requested, or an account's id. Without one, the rules per account are left out. */
  readonly account?: string | undefined;
}

/**
 * Counts an attempt, in a transaction of its own: it stays counted when the attempt fails.
 * @throws {AuthError} `over_request_rate_limit` or `over_email_send_rate_limit`, with the seconds to wait
 */
export function allow(limiting: Limiting, attempt: Attempt): Promise<void> {
  return allowWith(limiting, attempt, async () => undefined);
}

/**
 * Counts an attempt in the transaction of its work: a process that dies has done both, or neither.
 * @param work is not done where the attempt is refused
 * @throws {AuthError} as `allow` does; or what the work throws, and nothing is counted then
 */
export async function allowWith<T>(
  { database, config, refusals }: Limiting,
  attempt: Attempt,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { rules, code } = LIMITS[attempt.limit];
  const known = config.auth.rateLimits ? attempt : { ...attempt, address: undefined };
  const buckets = bucketsOf(known, rules);
  const remembered = Math.max(0, ...buckets.map(({ key }) => refusals.secondsOf(key)));
  if (remembered > 0) throw refusal(code, remembered);
  if (Math.random() < SWEEP_PROBABILITY) await database.asOwner(sweep);
  const outcome = await database.asOwner(async (transaction) => {
    // In sequence: a refusal for the address must not use up the account's attempts.
    for (const { rule, key } of buckets) {
      const wait = await take(transaction, key, rule);
      if (wait > 0 && rule.per === 'address') refusals.remember(key, wait);
      if (wait > 0) return { wait };
    }
    return { result: await work(transaction) };
  });
  if ('wait' in outcome) throw refusal(code, outcome.wait);
  return outcome.result;
}

function refusal(code: Limit['code'], seconds: number): AuthError {
  const wait = Math.ceil(seconds);
  const message =
    code === 'over_email_send_rate_limit'
      ? `For security purposes, you can only request this after ${wait} seconds.`
      : 'Request rate limit reached';
  return new AuthError(code, message, { retryAfter: wait });
}

/** Gives an attempt back when it succeeded, or failed through no fault of the caller. */
export async function forgive(
  { database, refusals }: Omit<Limiting, 'config'>,
  attempt: Attempt,
): Promise<void> {
  const buckets = bucketsOf(attempt, LIMITS[attempt.limit].rules);
  await database.asOwner(async (transaction) => {
    for (const { rule, key } of buckets) {
      await transaction.query({
        text: `update auth.rate_limits set full_at = full_at - make_interval(secs => $2) where key = $1`,
        values: [key, HOUR_S / rule.perHour],
      });
    }
  });
  for (const { key } of buckets) refusals.forget(key);
}

/** @returns seconds until the bucket has room again; 0 when this attempt got a place */
async function take(transaction: Transaction, key: string, { burst, perHour }: Rule): Promise<number> {
  const cost = HOUR_S / perHour;
  const { rows } = await transaction.query<{ wait: number }>({
    name: 'auth_rate_limit',
    text: `insert into auth.rate_limits as bucket (key, full_at, wait)
      values ($1, clock_timestamp() + make_interval(secs => $2), 0)
      on conflict (key) do update set (full_at, wait) = (
        select case when late > 0 then bucket.full_at else begin_at + make_interval(secs => $2) end, greatest(late, 0)
        from (select greatest(bucket.full_at, clock_timestamp()) as begin_at) as used,
          lateral (select extract(epoch from begin_at - clock_timestamp())::float8 - $3 as late) as measured
      )
      returning wait`,
    values: [key, cost, cost * (burst - 1)],
  });
  return rows[0]?.wait ?? 0;
}

/**
 * Deletes full buckets and skips locked ones. It needs a transaction of its own: an attempt that held the
 * sweep's locks while it waited for a bucket could deadlock with that bucket's holder.
 */
async function sweep(transaction: Transaction): Promise<void> {
  await transaction.query({
    text: `delete from auth.rate_limits where key in
      (select key from auth.rate_limits where full_at < clock_timestamp() for update skip locked)`,
  });
}

function bucketsOf(attempt: Attempt, rules: readonly Rule[]) {
  return rules.flatMap((rule, index) => {
    const key = keyOf(attempt, rule, index);
    return key === undefined ? [] : [{ rule, key }];
  });
}

/** A hash, so that the table does not tell who tried what. The index tells two rules of the same kind apart. */
function keyOf({ limit, address, account }: Attempt, { per }: Rule, index: number): string | undefined {
  const network = address && clientNetwork(address);
  const both = network && account && `${network} ${account}`;
  const whose = { address: network, account, 'address and account': both }[per];
  if (!whose) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([limit, index, whose]))
    .digest('base64url');
}
