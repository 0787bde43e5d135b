/**
 * The rows of trellis_server.mails. Who takes a mail is the only one to send it until `due`. Every later statement about it
 * names the taking, so that one that was too slow changes nothing.
 */
import type { Transaction } from '../../database/database.ts';

/** Longer than any try (transport/transport.ts). */
export const LEASE_S = 120;
/** How many mails wait at most. */
const MOST_WAITING = 10_000;
const KEPT_AFTER_FAILURE_DAYS = 7;
const MOST_SHOWN = 500;

export class TooManyMailsError extends Error {
  constructor() {
    super(`${MOST_WAITING} mails are waiting for the mail server: there is no room for more.`);
    this.name = 'TooManyMailsError';
  }
}

export interface NewRow {
  readonly id: string;
  readonly kind: string;
  readonly topic: string | undefined;
  readonly sealed: string;
  readonly lifetimeSeconds: number | undefined;
}

/** The right to send a mail, from one taking of it. */
export interface Taking {
  readonly id: string;
  readonly taker: string;
}

export interface TakenMail extends Taking {
  readonly kind: string;
  readonly sealed: string | null;
  readonly tries: number;
  readonly created_at: Date;
  readonly is_void: boolean;
}

/** A mail as the operator sees it. */
export interface MailRow {
  readonly id: string;
  readonly kind: string;
  readonly sealed: string | null;
  readonly tries: number;
  readonly problem: string | null;
  readonly due: Date;
  readonly created_at: Date;
  readonly failed_at: Date | null;
}

const IS_FREE = '(taken_by is null or due <= clock_timestamp())';

/**
 * Writes a mail that is taken already, and deletes those that it makes void.
 * @throws {TooManyMailsError}
 */
export async function insertMail(transaction: Transaction, mail: NewRow, taker: string): Promise<void> {
  const { id, kind, topic, sealed, lifetimeSeconds } = mail;
  if (topic !== undefined)
    await transaction.query({
      text: `delete from trellis_server.mails where topic = $1 and ${IS_FREE}`,
      values: [topic],
    });
  const { rowCount } = await transaction.query({
    text: `insert into trellis_server.mails (id, kind, topic, sealed, expires_at, taken_by, due)
      select $1::uuid, $2, $3, $4, clock_timestamp() + make_interval(secs => $5::float8), $6::uuid,
        clock_timestamp() + make_interval(secs => $7)
      where (select count(*) from trellis_server.mails where failed_at is null) < $8`,
    values: [id, kind, topic ?? null, sealed, lifetimeSeconds ?? null, taker, LEASE_S, MOST_WAITING],
  });
  if (rowCount === 0) throw new TooManyMailsError();
}

/** Takes the mail that has waited longest. */
export async function takeMail(transaction: Transaction, taker: string): Promise<TakenMail | undefined> {
  const { rows } = await transaction.query<TakenMail>({
    text: `update trellis_server.mails set taken_by = $1, due = clock_timestamp() + make_interval(secs => $2)
      where id = (
        select id from trellis_server.mails where failed_at is null and due <= clock_timestamp()
        order by due, id limit 1 for update skip locked
      )
      returning id, taken_by as taker, kind, sealed, tries, created_at,
        coalesce(expires_at <= clock_timestamp(), false) as is_void`,
    values: [taker, LEASE_S],
  });
  return rows[0];
}

/** @returns false when another process may have the mail by now */
export async function holdMail(transaction: Transaction, { id, taker }: Taking): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: `update trellis_server.mails set due = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and taken_by = $2`,
    values: [id, taker, LEASE_S],
  });
  return rowCount > 0;
}

export async function deleteTaken(transaction: Transaction, { id, taker }: Taking): Promise<void> {
  await transaction.query({
    text: 'delete from trellis_server.mails where id = $1 and taken_by = $2',
    values: [id, taker],
  });
}

/**
 * Gives a mail back, to be tried again after the pause.
 * @returns false when it has been tried for long enough, and failed
 */
export async function postponeTaken(
  transaction: Transaction,
  { id, taker }: Taking,
  { pauseSeconds, problem }: { readonly pauseSeconds: number; readonly problem: string | undefined },
): Promise<boolean> {
  const { rows } = await transaction.query<{ failed_at: Date | null }>({
    text: `update trellis_server.mails set taken_by = null, due = clock_timestamp() + make_interval(secs => $3),
        tries = tries + ($4::text is not null)::int, problem = coalesce($4, problem),
        failed_at = case when give_up_at <= clock_timestamp() then clock_timestamp() end
      where id = $1 and taken_by = $2 returning failed_at`,
    values: [id, taker, pauseSeconds, problem ?? null],
  });
  return rows[0]?.failed_at === null || rows.length === 0;
}

/** @param keeps whether the operator may have it tried again */
export async function failTaken(
  transaction: Transaction,
  { id, taker }: Taking,
  { problem, keeps }: { readonly problem: string; readonly keeps: boolean },
): Promise<void> {
  await transaction.query({
    text: `update trellis_server.mails set taken_by = null, failed_at = clock_timestamp(), tries = tries + 1,
        problem = $3, sealed = case when $4 then sealed end
      where id = $1 and taken_by = $2`,
    values: [id, taker, problem, keeps],
  });
}

/** @returns milliseconds until a mail is due; undefined when none waits */
export async function nextDueMs(transaction: Transaction): Promise<number | undefined> {
  const { rows } = await transaction.query<{ ms: number | null }>({
    text: `select (extract(epoch from min(due) - clock_timestamp()) * 1000)::float8 as ms
      from trellis_server.mails where failed_at is null`,
  });
  return rows[0]?.ms ?? undefined;
}

/** Takes the secrets out of failed mails whose link works no more, and deletes those that failed long ago. */
export async function forgetOld(transaction: Transaction): Promise<void> {
  await transaction.query({
    text: `delete from trellis_server.mails where failed_at < clock_timestamp() - make_interval(days => $1)`,
    values: [KEPT_AFTER_FAILURE_DAYS],
  });
  await transaction.query({
    text: `update trellis_server.mails set sealed = null
      where failed_at is not null and sealed is not null and expires_at <= clock_timestamp()`,
  });
}

/** @returns the mails that failed or wait, the newest first */
export async function listMails(transaction: Transaction): Promise<readonly MailRow[]> {
  const { rows } = await transaction.query<MailRow>({
    text: `select id, kind, sealed, tries, problem, due, created_at, failed_at from trellis_server.mails
      order by created_at desc, id limit $1`,
    values: [MOST_SHOWN],
  });
  return rows;
}

/**
 * Makes mails due at once, and gives them another day.
 * @param id undefined for all
 * @returns how many
 */
export async function retryMails(transaction: Transaction, id: string | undefined): Promise<number> {
  const { rowCount } = await transaction.query({
    text: `update trellis_server.mails set due = clock_timestamp(), failed_at = null, taken_by = null, tries = 0,
        give_up_at = clock_timestamp() + interval '1 day'
      where sealed is not null and ($1::uuid is null or id = $1) and ${IS_FREE}`,
    values: [id ?? null],
  });
  return rowCount;
}

/**
 * Deletes a mail, or all that failed, unless it is being sent just now.
 * @returns how many
 */
export async function dropMails(transaction: Transaction, id: string | undefined): Promise<number> {
  const { rowCount } = await transaction.query({
    text: `delete from trellis_server.mails
      where case when $1::uuid is null then failed_at is not null else id = $1 end and ${IS_FREE}`,
    values: [id ?? null],
  });
  return rowCount;
}
