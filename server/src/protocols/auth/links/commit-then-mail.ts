/**
 * Runs work that ends in a mail. No transaction is open while the mail server answers: the embedded database
 * has one connection, and the whole server would wait for it. So the work is committed together with its mail, which
 * waits in the queue (mail/queue). Then the mail is sent. When the mail server refuses it for good at once, a second
 * transaction undoes the first. When the mail server does not take it now, the work stands: the mail comes later.
 *
 * If the undo also fails, or the process ends in between, or the mail is refused later, a link remains that nobody
 * knows: harmless, and the next mail replaces it after the usual minute. A new account stays unconfirmed, as if its
 * mail was overlooked.
 */
import type { Transaction } from '../../../database/database.ts';
import { isDiskFull } from '../../../machine/disk-room.ts';
import type { Letter } from '../../../mail/mail.ts';
import type { PostedMail } from '../../../mail/queue/mail-queue.ts';
import { TooManyMailsError } from '../../../mail/queue/mail-store.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { type Attempt, forgive } from '../limits/rate-limit.ts';
import { lockUser } from '../store/users.ts';
import { LINK_KINDS } from './link-kinds.ts';
import { type PendingLink, takeBackLink } from './pending-link.ts';

/**
 * How many mails are sent at once, and how many requests may wait. A waiting request has written nothing yet. A
 * slow mail server must not pile up more. The mail server gets a connection for each running mail.
 */
export const MAILING_LIMITS = { running: 4, waiting: 100 };

export interface Written<T> {
  readonly result: T;
  /** The link to mail now; undefined for none. */
  readonly link?: PendingLink | undefined;
  /** Mailed instead of a link, or after it once that is accepted; nothing depends on it. */
  readonly notice?: Letter | undefined;
  /** Undoes what was written beside the link. Called with the account locked, after the link was taken back. */
  readonly undo?: ((transaction: Transaction) => Promise<unknown>) | undefined;
  /** Runs once the mail is accepted, or waits. Its answer replaces `result`. */
  readonly rest?: ((transaction: Transaction) => Promise<T>) | undefined;
}

/**
 * @param write runs in its own transaction, as does the `rest` it returns
 * @param counted the attempt counted for this request, given back unless the caller is at fault
 * @throws {AuthError} `over_request_rate_limit`; `unexpected_failure` when the mail is refused; or what the work
 *   throws. Everything that was written for the mail is taken back then, as far as the header of this file says.
 */
export function commitThenMail<T>(
  auth: AuthServices,
  write: (transaction: Transaction) => Promise<Written<T>>,
  counted?: Attempt,
): Promise<T> {
  return auth.mailing
    .run(() => run(auth, write))
    .catch(async (error: unknown) => {
      if (counted && !isRefusal(error)) await forgive(auth, counted).catch(() => undefined);
      throw error;
    });
}

async function run<T>(
  auth: AuthServices,
  write: (transaction: Transaction) => Promise<Written<T>>,
): Promise<T> {
  const { written, mailed, notice } = await auth.database.asOwner(async (transaction) => {
    const written = await write(transaction);
    const put = (letter: Letter) => post(auth, transaction, letter, failureOf(written));
    return {
      written,
      mailed: written.link && (await put(written.link.letter)),
      notice: written.notice && (await put(written.notice)),
    };
  });
  const { result, rest } = written;
  const first = mailed ?? notice;
  try {
    if (first) await send(auth, first, failureOf(written));
    const answer = rest ? await auth.database.asOwner(rest) : result;
    if (mailed && notice) auth.background.run(() => auth.mails.deliver(notice));
    return answer;
  } catch (error) {
    await takeBack(auth, written, mailed && notice);
    throw error;
  }
}

function failureOf({ link }: Written<unknown>): string {
  return LINK_KINDS[link?.kind ?? 'signup'].failure;
}

async function post(auth: AuthServices, transaction: Transaction, letter: Letter, failure: string) {
  try {
    return await auth.mails.put(transaction, letter);
  } catch (cause) {
    throw cause instanceof TooManyMailsError
      ? new AuthError('unexpected_failure', failure, { cause })
      : cause;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AuthError && error.status < 500;
}

async function send(auth: AuthServices, posted: PostedMail, failure: string): Promise<void> {
  const outcome = await auth.mails.deliver(posted);
  if (outcome.kind !== 'refused') return;
  const { error: cause } = outcome;
  throw new AuthError('unexpected_failure', failure, { cause, ...(isDiskFull(cause) && { status: 507 }) });
}

/**
 * Never throws: the caller has a better reason to give.
 * @param notice of what is taken back; it comes after all where the link was used meanwhile
 */
async function takeBack(
  auth: AuthServices,
  { link, undo }: Written<unknown>,
  notice: PostedMail | undefined,
): Promise<void> {
  if (!link) return;
  const { userId, kind } = link;
  try {
    const isTakenBack = await auth.database.asOwner(async (transaction) => {
      // The lock orders this and a request that opens the link or asks for another at the same moment.
      if (!(await lockUser(transaction, userId)) || !(await takeBackLink(transaction, link))) return false;
      await undo?.(transaction);
      if (notice) await auth.mails.withdraw(transaction, notice);
      return true;
    });
    if (notice && !isTakenBack) auth.background.run(() => auth.mails.deliver(notice));
  } catch (error) {
    auth.observe({ kind: 'mail-not-undone', link: kind, userId, error });
  }
}
