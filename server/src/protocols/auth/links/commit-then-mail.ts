/**
 * Work that ends in a mail. No transaction is open while the mail server takes its time: the embedded database has one
 * connection, and the whole server would wait for it. So what the mail speaks of is committed first, the mail is handed
 * over, and when it is refused a second transaction takes back what the first one wrote.
 *
 * Should that fail too, or the process end in between, a link is left that nobody knows: harmless, and the next mail
 * replaces it after the usual minute. A new account is then left unconfirmed, as if its mail had been overlooked.
 */
import type { Transaction } from '../../../database/database.ts';
import { isDiskFull } from '../../../database/disk-room.ts';
import type { Mail } from '../../../mail/mailer.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { type Attempt, forgive } from '../limits/rate-limit.ts';
import { lockUser } from '../store/users.ts';
import { LINK_KINDS } from './link-kinds.ts';
import { type PendingLink, takeBackLink } from './pending-link.ts';

/**
 * How many may be at the mail server, and how many may wait for their turn. Those who wait have written nothing yet,
 * and hold a request only; beyond that a slow mail server must not pile up more. The mailer has a connection for each
 * that runs, so that no link grows old in a queue of its own.
 */
export const MAILING_LIMITS = { running: 4, waiting: 100 };

export interface Written<T> {
  readonly result: T;
  /** What is to be mailed now; nothing, when there is none. */
  readonly link?: PendingLink | undefined;
  /** Mailed in its place when there is no link: nothing hangs on it. */
  readonly notice?: Mail | undefined;
  /** Takes back what was written beside the link; called with the account locked, when the link was taken back. */
  readonly undo?: ((transaction: Transaction) => Promise<unknown>) | undefined;
  /** What may only happen once the mail is accepted. Its answer replaces `result`. */
  readonly rest?: ((transaction: Transaction) => Promise<T>) | undefined;
}

/**
 * @param write runs in a transaction of its own, and so does the `rest` it returns
 * @param counted what was counted for this, given back when it fails through no fault of the caller's
 * @throws {AuthError} `over_request_rate_limit`; `unexpected_failure` when the mail is not accepted; or what the work
 *   throws. Nothing has changed then.
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
  const written = await auth.database.asOwner(write);
  const { result, link, notice, rest } = written;
  if (notice) await send(auth, notice, 'Error sending confirmation email');
  if (!link) return result;
  try {
    await send(auth, link.mail, LINK_KINDS[link.kind].failure);
    return rest ? await auth.database.asOwner(rest) : result;
  } catch (error) {
    await takeBack(auth, link, written.undo);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AuthError && error.status < 500;
}

/**
 * The same behind the answer, for requests whose answer must not tell whether there was anything to mail: neither by
 * its words nor by the time it takes.
 * @throws {AuthError} `over_request_rate_limit`, whatever there is to mail
 */
export function mailLater(
  auth: AuthServices,
  write: (transaction: Transaction) => Promise<Written<unknown>>,
): void {
  auth.mailing.requireRoom();
  auth.background.run(() =>
    commitThenMail(auth, write).catch((error: unknown) => {
      // A mail that was refused has been reported by the mailer.
      if (!(error instanceof AuthError)) throw error;
    }),
  );
}

async function send(auth: AuthServices, mail: Mail, failure: string): Promise<void> {
  await auth.mailer.send(mail).catch((cause: unknown) => {
    throw new AuthError('unexpected_failure', failure, { cause, ...(isDiskFull(cause) && { status: 507 }) });
  });
}

/** Never throws: the caller has a better reason to give. */
async function takeBack(
  auth: AuthServices,
  link: PendingLink,
  undo: Written<unknown>['undo'],
): Promise<void> {
  const { userId, kind } = link;
  try {
    await auth.database.asOwner(async (transaction) => {
      // The lock decides between this and whoever opens the link or asks for another one at the same moment.
      if (!(await lockUser(transaction, userId))) return;
      if (await takeBackLink(transaction, link)) await undo?.(transaction);
    });
  } catch (error) {
    auth.observe({ kind: 'mail-not-undone', link: kind, userId, error });
  }
}
